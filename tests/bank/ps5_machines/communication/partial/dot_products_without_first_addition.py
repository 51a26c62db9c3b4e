"""A dot product of n numbers as 2n − 1.

points: 3.75
finding: dot-product-2n-1
base: accepted/formulas.py
replace: 2 * (attention + block)
with: (2 * (attention + block) - d_head * (n_heads + 2 * n_kv_heads) - 2 * (d_model + d_ff))
"""
