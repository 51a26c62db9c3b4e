"""Keys and values copied for each query head.

points: 4.75
finding: kv-as-many-as-query-heads
base: accepted/lines.py
replace: queries + keys + values
with: 3 * queries
"""
