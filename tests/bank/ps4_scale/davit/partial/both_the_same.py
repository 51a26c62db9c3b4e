"""Patches in both.

base: accepted/closed_formula.py
replace: return 4 * n * d**2
with: return 4 * n**2 * d
points: 2.25
finding: exchanged-or-linear
"""
