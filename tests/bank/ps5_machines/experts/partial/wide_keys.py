"""Keys and values in as many heads as queries.

points: 3.5
finding: kv-as-many-as-query-heads
base: accepted/closed_forms.py
replace: attention = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
with: attention = d_model * d_head * 4 * n_heads
replace: heads = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
with: heads = d_model * d_head * 4 * n_heads
replace: maps = 2 * d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
with: maps = 2 * d_model * d_head * 4 * n_heads
"""
