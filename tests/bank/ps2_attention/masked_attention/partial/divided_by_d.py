"""Divides by d.

base: accepted/one_array_of_both_masks.py
replace: scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
with: scores = q @ k.transpose(0, 2, 1) / d
points: 3
finding: divided-by-d
"""
