"""Takes all four projections of one text.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 8 * n_t * d**2
points: 1.5
finding: projections-of-nt-only
"""
