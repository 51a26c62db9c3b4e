"""Tiles the masks where heads are repeated: seen only with masks of different lengths.

base: accepted/mask_repeated_for_each_head.py
replace: mask = None if key_padding_mask is None else np.repeat(key_padding_mask, n_heads, axis=0)
with: mask = None if key_padding_mask is None else np.tile(key_padding_mask, (n_heads, 1))
points: 3
finding: masks-in-other-order
"""
