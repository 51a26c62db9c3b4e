"""D² for the score of a pair.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 4 * n_t * n_s * d**2
points: 1.5
finding: scores-of-d-squared
"""
