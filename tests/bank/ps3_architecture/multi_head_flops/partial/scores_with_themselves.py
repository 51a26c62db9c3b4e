"""Scores of the askers with themselves.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 4 * n_t * n_t * d
points: 1.5
finding: size-in-place-of(the scores or the weighted sums, n_t, n_s)
"""
