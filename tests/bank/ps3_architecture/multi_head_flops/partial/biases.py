"""Charges four biases.

base: accepted/formula.py
replace: + 4 * n_t * n_s * d
with: + 4 * n_t * n_s * d + 2 * (n_t + n_s) * d
points: 2.25
finding: biases-charged
"""
