"""Charges each projection twice, as where the gradient of X is computed.

base: accepted/one_formula_per_line.py
replace: "dWq": 2
with: "dWq": 4
replace: "dWk": 2
with: "dWk": 4
replace: "dWv": 2
with: "dWv": 4
points: 4.75
finding: twice-for-gradient-of-x
"""
