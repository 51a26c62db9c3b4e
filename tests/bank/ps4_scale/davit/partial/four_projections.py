"""Queries, keys, values and the output projection, counted in both.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 4 * n**2 * d + 8 * n * d**2
replace: return 4 * n * d**2
with: return 4 * n * d**2 + 8 * n * d**2
points: 2.25
finding: projections-counted(4)
"""
