"""One map for all tokens; the number of pairs is subtracted from the weights.

base: accepted/as_asked.py
replace: "dense_weights": 0
with: "dense_weights": d**2 - n**2 * d**2
replace: n * (d - n)
with: n**2 * d**2 - n**2
points: 1.5
finding: one-map-for-all-tokens
finding: number-less-itself
"""
