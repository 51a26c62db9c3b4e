"""The scale once for dQ and once for dK, and a dH of 2.

base: accepted/one_formula_per_line.py
replace: "dH": L
with: "dH": 2 * L
replace: "scale": L
with: "scale": 2 * L
points: 5.25
finding: scale-for-each
"""
