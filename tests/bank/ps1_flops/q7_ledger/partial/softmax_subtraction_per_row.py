"""Charges the softmax's subtraction once for each row.

base: accepted/one_formula_per_line.py
replace: "softmax": 4 * L * L
with: "softmax": 2 * L * L + L + L * L
points: 5.5
finding: softmax: step-per-row
"""
