"""Scores that sum over d_ff numbers: what is left of the line is half, but no multiply–accumulates.

base: partial/scores_over_the_model.py
replace: 2 * n * n * d_model + 2
with: 2 * n * n * d_ff + 2
points: 2.25
finding: scores_and_sums: wrong-term
"""
