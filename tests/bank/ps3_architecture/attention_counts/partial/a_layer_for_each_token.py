"""A layer for each token, one bias.

base: accepted/formulas.py
replace: n * n * d * d
with: n * d * d
replace: "dense_biases": n * d
with: "dense_biases": 1
points: 1.25
finding: layer-for-each-token
finding: one-bias-for-all
"""
