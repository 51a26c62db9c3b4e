"""The projections as multiply–accumulates.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2
with: 2 * n_t * d**2 + 2 * n_s * d**2
points: 2.25
finding: projections-without-additions
"""
