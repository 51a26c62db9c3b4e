"""An honest other convention: multiplying with the mask is charged.

base: accepted/one_formula_per_line.py
replace: "relu": 0,
with: "relu": L * h,
points: 5.5
finding: relu-mask-charged
"""
