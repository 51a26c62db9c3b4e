"""Puts the padding mask on the queries, cut to their number.

base: accepted/one_array_of_both_masks.py
replace: key_padding_mask[:, None, :]
with: key_padding_mask[:, :tl, None]
points: 2.25
finding: padding-on-queries
"""
