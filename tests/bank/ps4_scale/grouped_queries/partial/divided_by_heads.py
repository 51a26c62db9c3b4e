"""Takes d_head for the width of the model.

base: accepted/product.py
replace: n_kv_heads * d_head * n_tokens
with: n_kv_heads * d_head // n_heads * n_tokens
points: 1
finding: divided-by-heads
"""
