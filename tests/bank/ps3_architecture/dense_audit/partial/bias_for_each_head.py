"""A bias for each head.

base: accepted/as_asked.py
replace: 3 * d - 3,
with: 3 * n_heads - 3,
points: 1.75
finding: one-bias-for-each-head
"""
