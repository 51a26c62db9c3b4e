"""Keys alone.

base: accepted/two_kinds.py
replace: 2 * n_kv_heads
with: n_kv_heads
points: 2
finding: one-of-key-and-value
"""
