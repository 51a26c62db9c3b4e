"""Takes a bias for a number, as one printed solution does: 3.

base: accepted/formulas.py
replace: "qkv_biases": 3 * d,
with: "qkv_biases": 3,
points: 1.5
finding: one-number-for-each-bias
"""
