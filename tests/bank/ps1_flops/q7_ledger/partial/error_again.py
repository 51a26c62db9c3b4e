"""Computes y − ŷ again.

base: accepted/one_formula_per_line.py
replace: "dyhat": L,
with: "dyhat": 2 * L,
points: 5.5
finding: error-computed-again
"""
