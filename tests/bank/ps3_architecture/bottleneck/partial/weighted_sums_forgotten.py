"""Forgets the weighted sums.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (4 + 2 * ffn_mult) * d_model
points: 2
finding: scores-or-sums-only
"""
