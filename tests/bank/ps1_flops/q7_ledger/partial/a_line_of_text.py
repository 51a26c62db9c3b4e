"""Writes a remark instead of a count.

base: accepted/one_formula_per_line.py
replace: "relu": 0,
with: "relu": "free",
points: 5.5
finding: relu: value(str)
"""
