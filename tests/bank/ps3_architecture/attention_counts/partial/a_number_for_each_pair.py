"""The dense layer joins tokens, a number for each pair.

base: accepted/formulas.py
replace: n * n * d * d
with: n * n
replace: "dense_biases": n * d
with: "dense_biases": n * n * d * d
points: 1.25
finding: one-weight-for-each-pair
finding: bias-for-each-weight
"""
