"""Hides the visible keys, and shows the masked ones.

base: accepted/one_array_of_both_masks.py
replace: scores = np.where(hidden, -np.inf, scores)
with: scores = np.where(hidden, scores, -np.inf)
points: 3
finding: visible-keys-hidden
"""
