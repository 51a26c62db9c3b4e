"""W_o as a D × D matrix, which is right where the heads are as wide as a token.

base: accepted/formulas.py
replace: 8 * n * d * n_heads * d_head
with: 6 * n * d * n_heads * d_head + 2 * n * d * d
points: 2.5
finding: wo-of-d-by-d
"""
