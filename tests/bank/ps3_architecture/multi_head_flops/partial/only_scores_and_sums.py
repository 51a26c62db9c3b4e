"""Forgets the projections.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2 +
with:
points: 1.5
finding: projections-missing
"""
