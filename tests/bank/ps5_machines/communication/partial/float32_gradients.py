"""A slip: gradients in float32.

points: 3.25
finding: forward-hides-it
base: accepted/formulas.py
replace: allreduce_bytes(2 * n_params
with: allreduce_bytes(4 * n_params
"""
