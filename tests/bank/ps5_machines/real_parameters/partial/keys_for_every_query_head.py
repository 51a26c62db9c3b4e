"""Keys and values in as many heads as queries.

points: 3.5
finding: keys: kv-as-many-as-query-heads
base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q = kv = d_model * n_heads * d_head
"""
