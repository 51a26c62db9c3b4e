"""Adds −100 to the scores of masked keys.

base: accepted/one_array_of_both_masks.py
replace: np.where(hidden, -np.inf, scores)
with: scores - 100 * hidden
points: 4.75
finding: finite-number-added
"""
