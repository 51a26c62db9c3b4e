"""Ignores the padding mask.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= False
points: 4.5
finding: the padding mask has no effect
finding: the output changed with the contents of padding
"""
