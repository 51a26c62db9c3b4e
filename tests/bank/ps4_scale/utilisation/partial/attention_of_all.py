"""Attention of the whole sequence.

base: accepted/closed_formulas.py
replace: per_token = 6 * weights + 12 * n_layers * n * d_model
with: per_token = 6 * weights + 12 * n_layers * n**2 * d_model
points: 2.25
finding: pairs-of-whole-sequence
"""
