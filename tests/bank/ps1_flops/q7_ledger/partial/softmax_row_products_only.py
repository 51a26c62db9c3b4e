"""Charges only the dot products of the rows.

base: accepted/one_formula_per_line.py
replace: 4 * L * L
with: 2 * L * L
points: 5.5
finding: softmax-steps-missing
"""
