"""Counts the backward pass as well.

base: accepted/formula.py
replace: 4 * n_t * d**2 + 4 * n_s * d**2 + 4 * n_t * n_s * d
with: 12 * d * ((n_t + n_s) * d + n_t * n_s)
points: 1.5
finding: with-the-backward-pass
"""
