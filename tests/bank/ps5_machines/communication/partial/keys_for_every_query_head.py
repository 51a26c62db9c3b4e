"""Keys and values in as many heads as queries.

points: 3.25
finding: kv-as-many-as-query-heads
base: accepted/formulas.py
replace: (2 * n_heads + 2 * n_kv_heads)
with: (4 * n_heads)
"""
