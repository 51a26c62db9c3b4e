"""Projections on the channels counted in both.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 4 * n**2 * d + 6 * n * d**2
replace: return 4 * n * d**2
with: return 4 * n * d**2 + 6 * n * d**2
points: 2.25
finding: projections-counted(3)
"""
