"""Forgets W_o.

base: accepted/formula.py
replace: 4 * n_t * d**2
with: 2 * n_t * d**2
points: 2
finding: one-of(output-projection-missing or missing(the queries))
"""
