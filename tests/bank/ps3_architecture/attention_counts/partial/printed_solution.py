"""Both errors of a printed solution.

base: accepted/formulas.py
replace: "qkv_biases": 3 * d,
with: "qkv_biases": 3,
replace: "dense_biases": n * d,
with: "dense_biases": n * n,
points: 1.25
finding: one-number-for-each-bias
finding: bias-for-each-pair
"""
