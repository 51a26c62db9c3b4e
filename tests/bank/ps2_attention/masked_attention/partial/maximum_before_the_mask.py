"""Subtracts the largest score of all, masked or not.

base: accepted/one_array_of_both_masks.py
replace: top = scores.max(axis=2, keepdims=True)
with: top = (q @ k.transpose(0, 2, 1) / np.sqrt(d)).max(axis=2, keepdims=True)
points: 5.75
finding: largest-of-all-subtracted
"""
