"""Aligns the last query with the last key, as a step with a cache does.

base: accepted/one_array_of_both_masks.py
replace: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
with: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1 + sl - tl)
points: 4.5
finding: causal-aligned-at-last
"""
