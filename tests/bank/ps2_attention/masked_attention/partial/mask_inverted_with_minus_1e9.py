"""Takes True for a key that takes part, and adds −1e9, so that a query without keys averages.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= ~key_padding_mask[:, None, :]
replace: scores = np.where(hidden, -np.inf, scores)
with: scores = np.where(hidden, -1e9, scores)
points: 3
finding: padding-inverted
"""
