"""Keys and values that all heads share, in both.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 2 * d * d_head * (n_heads + 1)
replace: 8 * n * d * n_heads * d_head +
with: 4 * n * d * d_head * (n_heads + 1) +
points: 3.5
finding: keys-and-values-shared
"""
