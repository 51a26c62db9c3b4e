"""Ignores the padding mask.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= False
points: 3.25
finding: padding-ignored
finding: padding can't be seen, real keys can: unequal
"""
