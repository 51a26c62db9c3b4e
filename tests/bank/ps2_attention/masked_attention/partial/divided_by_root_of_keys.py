"""Divides by the root of the number of keys.

base: accepted/one_array_of_both_masks.py
replace: scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
with: scores = q @ k.transpose(0, 2, 1) / np.sqrt(sl)
points: 3
finding: divided-by-root-of-keys
"""
