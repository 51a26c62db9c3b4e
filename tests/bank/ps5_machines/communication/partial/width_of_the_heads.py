"""Sums as wide as the heads.

points: 3.25
finding: heads-width-sent
base: accepted/formulas.py
replace: (2 * d_model, n_devices)
with: (2 * n_heads * d_head, n_devices)
"""
