"""Does not hand the padding mask on.

base: accepted/mask_repeated_for_each_head.py
replace: mask = None if key_padding_mask is None else np.repeat(key_padding_mask, n_heads, axis=0)
with: mask = None
points: 3
finding: padding-ignored
"""
