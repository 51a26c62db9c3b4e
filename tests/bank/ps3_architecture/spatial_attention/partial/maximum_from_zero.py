"""Looks for the largest score from 0 on: below 0 there is none.

base: accepted/scores_by_one_matrix.py
replace: top = scores.max(axis=(3, 4), keepdims=True)
with: top = np.maximum(scores.max(axis=(3, 4), keepdims=True), 0)
points: 3.25
finding: scores in the thousands: h_out: array-wrong
"""
