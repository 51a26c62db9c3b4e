"""Forgets the heads.

base: accepted/product.py
replace: n_kv_heads * d_head
with: d_head
points: 1
finding: one-head
"""
