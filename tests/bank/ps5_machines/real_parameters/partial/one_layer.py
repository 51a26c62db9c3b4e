"""Counts one layer, but both of its norms and the last: three of eight lines are charged.

points: 2.75
finding: one-layer
base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head; n_layers = 1
"""
