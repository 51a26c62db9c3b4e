"""W_o as He × He.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 3 * d * n_heads * d_head + (n_heads * d_head) ** 2
replace: 8 * n * d * n_heads * d_head
with: 6 * n * d * n_heads * d_head + 2 * n * (n_heads * d_head) ** 2
points: 3.5
finding: wo-of-he-by-he
finding: accepted
"""
