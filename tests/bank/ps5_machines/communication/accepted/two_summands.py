"""Two all-reduces, one after the other.

base: accepted/formulas.py
replace: sending = 2 * allreduce_bytes(2 * d_model, n_devices) / link
with: sending = sum(allreduce_bytes(2 * d_model, n_devices) / link for _ in range(2))
"""
