"""Has a line with a minus.

base: accepted/one_formula_per_line.py
replace: "dyhat": L,
with: "dyhat": -2 * L,
points: 5.5
finding: dyhat: times-number(-2)
"""
