"""D × D maps for each head.

base: accepted/as_asked.py
replace: 3 * d * d - 3 * d * d // n_heads
with: 3 * n_heads * d * d - 3 * d * d // n_heads
replace: 3 * d - 3,
with: 3 * n_heads * d - 3,
points: 1.5
finding: maps-of-d-by-d-for-each-head
finding: biases-for-each-head
"""
