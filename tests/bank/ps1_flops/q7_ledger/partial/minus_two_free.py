"""An honest other convention: the factor −2 is not charged.

base: accepted/one_formula_per_line.py
replace: "dyhat": L,
with: "dyhat": 0,
points: 5.5
finding: factor-two-charged
"""
