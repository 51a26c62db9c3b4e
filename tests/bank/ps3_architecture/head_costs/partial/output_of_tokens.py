"""W_o as D × D.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 3 * d * n_heads * d_head + d**2
replace: 8 * n * d * n_heads * d_head
with: 6 * n * d * n_heads * d_head + 2 * n * d**2
points: 3.5
finding: wo-of-d-by-d
finding: accepted
"""
