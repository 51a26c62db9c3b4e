"""Values as wide as a token in place of W_o, in both.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: n_heads * d * (2 * d_head + d)
replace: 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head
with: 2 * n * n_heads * (2 * d * d_head + d * d + n * d_head + n * d)
points: 3.5
finding: values-of-full-width
"""
