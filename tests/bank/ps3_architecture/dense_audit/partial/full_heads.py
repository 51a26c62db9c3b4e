"""Each head with D × D maps.

base: accepted/as_asked.py
replace: 3 * d * d - 3
with: 3 * n_heads * d * d - 3
points: 1.75
finding: maps-of-d-by-d-for-each-head
"""
