"""Counts an output projection.

base: accepted/formulas.py
replace: 3 * d * d
with: 4 * d * d
points: 1.5
finding: output-projection
"""
