"""D² for the score of a pair.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 4 * n_t * n_s * d**2
points: 2
finding: a number for e products, not for D²
"""
