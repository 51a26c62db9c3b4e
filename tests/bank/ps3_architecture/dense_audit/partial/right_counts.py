"""The right counts in place of the amounts.

base: accepted/as_asked.py
replace: 3 * d * d - 3 * d * d // n_heads
with: 3 * d * d
replace: 3 * d - 3,
with: 3 * d,
replace: "dense_weights": 0
with: "dense_weights": n**2 * d**2
replace: n * (d - n)
with: n * d
points: 1.5
finding: right-counts-themselves
"""
