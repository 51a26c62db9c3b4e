"""Ignores causal.

base: accepted/one_array_of_both_masks.py
replace: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
with: hidden |= False
points: 3.75
finding: causal-ignored
finding: the future can't be seen, the past can: unequal
"""
