"""Doesn't carry the gradient through W_1.

base: accepted/one_formula_per_line.py
replace: "dVt": 2 * L * o * h,
with: "dVt": 0,
points: 5.5
finding: not-free
"""
