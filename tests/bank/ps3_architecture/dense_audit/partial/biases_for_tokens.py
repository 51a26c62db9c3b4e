"""A bias of a map for each token; the dense layer is L × D.

base: accepted/as_asked.py
replace: 3 * d - 3,
with: 3 * n - 3,
replace: "dense_weights": 0
with: "dense_weights": n * d - n**2 * d**2
points: 1.5
finding: bias-for-each-token
finding: n-times-d
"""
