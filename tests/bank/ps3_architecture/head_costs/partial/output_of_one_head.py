"""W_o for the outputs of one head, in both.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: d * d_head * (3 * n_heads + 1)
replace: 8 * n * d * n_heads * d_head +
with: 2 * n * d * d_head * (3 * n_heads + 1) +
points: 3.5
finding: wo-of-one-head
"""
