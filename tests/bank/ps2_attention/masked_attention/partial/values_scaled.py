"""Divides the weighted values by √d, not the scores.

base: accepted/one_array_of_both_masks.py
replace: scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
with: scores = q @ k.transpose(0, 2, 1)
replace: return weights / np.where(total > 0, total, 1) @ v
with: return weights / np.where(total > 0, total, 1) @ v / np.sqrt(d)
points: 3
finding: outputs-scaled
"""
