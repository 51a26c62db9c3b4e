"""L² weights in the dense layer.

base: accepted/as_asked.py
replace: "dense_weights": 0
with: "dense_weights": n**2 - d**2 * n**2
points: 1.75
finding: n-times-n
"""
