"""An honest other convention: the column times the row costs 2 per entry.

base: accepted/one_formula_per_line.py
replace: "dH": L * h,
with: "dH": 2 * L * h,
points: 5.5
finding: nothing-summed
"""
