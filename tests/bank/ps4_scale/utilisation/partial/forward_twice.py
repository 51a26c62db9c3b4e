"""Computes the forward pass again.

base: accepted/closed_formulas.py
replace: per_token = 6 * weights + 12 * n_layers * n * d_model
with: per_token = 8 * weights + 16 * n_layers * n * d_model
points: 2.25
finding: forward-twice
"""
