"""Takes True for a key that takes part.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= ~key_padding_mask[:, None, :]
points: 3.25
finding: padding-inverted
"""
