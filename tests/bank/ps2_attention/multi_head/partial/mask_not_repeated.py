"""Hands the mask on as it is: it does not fit the larger batch.

base: accepted/mask_repeated_for_each_head.py
replace: mask = None if key_padding_mask is None else np.repeat(key_padding_mask, n_heads, axis=0)
with: mask = key_padding_mask
points: 3
finding: padding, 2 heads of 3: raised(ValueError)
"""
