"""Scores of one head.

base: accepted/formulas.py
replace: 4 * n**2 * n_heads * d_head
with: 4 * n**2 * d_head
points: 2.5
finding: scores-of-one-head
"""
