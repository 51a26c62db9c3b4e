"""The dot product of one row of the softmax, and dA as wide as the queries.

base: accepted/one_formula_per_line.py
replace: "dA": 2 * L * L * o
with: "dA": 2 * L * L * a
replace: "softmax": 4 * L * L
with: "softmax": 2 * L + 2 * L * L
points: 5.25
finding: dot-product-of-one-row
"""
