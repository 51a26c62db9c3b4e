"""Scores of vectors as wide as a token.

base: accepted/formulas.py
replace: 4 * n**2 * n_heads * d_head
with: 4 * n**2 * n_heads * d
points: 2.5
finding: head-vectors-of-d
"""
