"""Two slips: no division by √d, and a causal mask that hides the token itself.

base: accepted/one_array_of_both_masks.py
replace: scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
with: scores = q @ k.transpose(0, 2, 1)
replace: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
with: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 0)
points: 2
finding: not-scaled
"""
