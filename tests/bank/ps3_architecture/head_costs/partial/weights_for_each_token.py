"""Weights for each token.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 4 * n * d * n_heads * d_head
points: 3.5
finding: weights-for-each-token
"""
