"""Leaves the weighted sums out, in both.

base: accepted/closed_formulas.py
replace: per_token = 6 * weights + 12 * n_layers * n * d_model
with: per_token = 6 * weights + 6 * n_layers * n * d_model
replace: 4 * n_layers * t * d_model)
with: 2 * n_layers * t * d_model)
points: 1.5
finding: weighted-sums-left-out
"""
