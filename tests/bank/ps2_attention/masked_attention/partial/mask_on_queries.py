"""Puts the padding mask on the queries; this shows only where there are as many queries as keys.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= key_padding_mask[:, :, None]
points: 2.25
finding: padding-on-queries
"""
