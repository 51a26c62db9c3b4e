"""Forgets A V.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 2 * n_t * n_s * d
points: 2
finding: missing(the scores or the weighted sums)
"""
