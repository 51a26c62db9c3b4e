"""Keys and values in as many heads as queries.

points: 2.25
finding: kv-as-many-as-query-heads
base: accepted/line_by_line.py
replace: d_model * n_kv_heads * d_head
with: d_model * n_heads * d_head
"""
