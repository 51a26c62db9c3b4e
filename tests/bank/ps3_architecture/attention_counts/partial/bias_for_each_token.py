"""A bias for each token.

base: accepted/formulas.py
replace: "qkv_biases": 3 * d,
with: "qkv_biases": 3 * n,
points: 1.5
finding: bias-for-each-token
"""
