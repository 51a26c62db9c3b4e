"""Its causal mask hides the past and the token itself.

base: accepted/one_array_of_both_masks.py
replace: hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
with: hidden |= np.tril(np.ones((tl, sl), dtype=bool))
points: 3.25
finding: causal-transposed
"""
