"""The weights of one head, which each token meets once.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 4 * d * d_head
replace: 8 * n * d * n_heads * d_head
with: 8 * n * d * d_head
points: 3.5
finding: factor-missing(n_heads)
"""
