"""One head, in both.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 4 * d * d_head
replace: 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head
with: 8 * n * d * d_head + 4 * n**2 * d_head
points: 2
finding: factor-missing(n_heads)
"""
