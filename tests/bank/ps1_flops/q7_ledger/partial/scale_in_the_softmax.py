"""Charges the factor in two lines.

base: accepted/one_formula_per_line.py
replace: 4 * L * L
with: 5 * L * L
points: 5.5
finding: five-l-squared
"""
