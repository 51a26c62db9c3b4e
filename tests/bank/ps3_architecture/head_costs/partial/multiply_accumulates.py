"""Counts multiply–accumulates.

base: accepted/formulas.py
replace: 8 * n * d
with: 4 * n * d
replace: 4 * n**2
with: 2 * n**2
points: 3.25
finding: multiply-accumulates
"""
