"""Forgets A V.

base: accepted/formulas.py
replace: 4 * n**2
with: 2 * n**2
points: 2.5
finding: missing(the scores or the weighted sums)
"""
