"""Each device sends its part of a part.

points: 3.25
finding: activations-split
base: accepted/formulas.py
replace: allreduce_bytes(2 * d_model, n_devices) / link
with: allreduce_bytes(2 * d_model, n_devices) / n_devices**2 / link
"""
