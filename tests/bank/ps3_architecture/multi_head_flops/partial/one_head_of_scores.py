"""Scores and sums of one head.

base: accepted/formula.py
replace: 4 * n_t * n_s * d
with: 4 * n_t * n_s * d_head
points: 1.5
finding: scores-of-one-head
"""
