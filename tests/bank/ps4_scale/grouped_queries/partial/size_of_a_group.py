"""Takes n_kv_heads for the number of query heads that share one.

base: accepted/product.py
replace: n_kv_heads * d_head
with: (n_heads // n_kv_heads) * d_head
points: 1
finding: size-of-a-group
"""
