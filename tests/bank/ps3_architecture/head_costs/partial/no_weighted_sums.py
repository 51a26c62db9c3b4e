"""Forgets A V.

base: accepted/formulas.py
replace: 4 * n**2
with: 2 * n**2
points: 2.5
finding: one of the two (the scores, the weighted sums) — missing
"""
