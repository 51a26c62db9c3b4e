"""Looks at the padding only where the mask isn't causal.

base: accepted/one_array_of_both_masks.py
replace: if key_padding_mask is not None:
with: if key_padding_mask is not None and not causal:
points: 4
finding: padding-off-where-causal
"""
