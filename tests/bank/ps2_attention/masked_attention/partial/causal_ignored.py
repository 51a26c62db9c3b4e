"""Ignores causal.

base: accepted/one_array_of_both_masks.py
replace: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
with: hidden |= False
points: 4.5
finding: the causal mask has no effect
finding: query 0 changed with the keys after it
"""
