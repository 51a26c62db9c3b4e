"""W_q, W_k and W_v of one head, in both.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: d * d_head * (3 + n_heads)
replace: 8 * n * d * n_heads * d_head +
with: 2 * n * d * d_head * (3 + n_heads) +
points: 3.5
finding: maps-of-one-head
"""
