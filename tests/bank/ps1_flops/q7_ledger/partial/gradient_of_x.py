"""Adds a line for the gradient of X, against B1: it costs a line where it is made.

base: accepted/one_formula_per_line.py
replace: "dWv": 2 * o * i * L,
with: "dWv": 2 * o * i * L, "dX": 2 * L * i * (2 * a + o),
points: 5.5
finding: gradient-of-x
"""
