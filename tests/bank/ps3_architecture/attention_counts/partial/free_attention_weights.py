"""Leaves out the last weight of each row, which follows from the others.

base: accepted/formulas.py
replace: n * n,
with: n * (n - 1),
points: 1.5
finding: row-without-one-weight
"""
