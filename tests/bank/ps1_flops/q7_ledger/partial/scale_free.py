"""Folds the scale into another factor.

base: accepted/one_formula_per_line.py
replace: "scale": L * L,
with: "scale": 0,
points: 5.5
finding: scale-charged-here
"""
