"""The backward pass.

base: accepted/closed_formulas.py
replace: per_token = 6 * weights + 12 * n_layers * n * d_model
with: per_token = 4 * weights + 8 * n_layers * n * d_model
points: 2.25
finding: backward-alone
"""
