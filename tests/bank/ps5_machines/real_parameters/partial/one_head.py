"""Forgets how many heads there are.

points: 3
finding: one-head-only
base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q = kv = d_model * d_head
"""
