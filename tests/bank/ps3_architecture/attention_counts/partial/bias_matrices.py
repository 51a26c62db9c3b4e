"""A bias for each entry of Q, K and V.

base: accepted/formulas.py
replace: "qkv_biases": 3 * d,
with: "qkv_biases": 3 * n * d,
points: 1.5
finding: bias-times-tokens
"""
