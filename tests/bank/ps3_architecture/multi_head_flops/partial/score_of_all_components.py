"""D² for the score of a pair.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 4 * n_t * n_s * d**2
points: 2
finding: scores-of-d-squared
"""
