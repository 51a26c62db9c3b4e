"""Lets one future token through.

base: accepted/one_array_of_both_masks.py
replace: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
with: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 2)
points: 3.75
finding: causal-lets-one-through
"""
