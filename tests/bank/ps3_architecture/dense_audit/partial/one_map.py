"""One map in place of three.

base: accepted/as_asked.py
replace: 3 * d * d - 3 * d * d // n_heads
with: d * d - 3 * d * d // n_heads
replace: 3 * d - 3,
with: d - 3,
points: 1.5
finding: one-map-less-three
finding: one-map
"""
