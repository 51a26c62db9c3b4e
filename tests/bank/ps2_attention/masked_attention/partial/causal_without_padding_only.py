"""Drops the causal mask where there is padding.

base: accepted/one_array_of_both_masks.py
replace:     if causal:
with:     if causal and key_padding_mask is None:
points: 4
finding: the future can't be seen, the past can: authored
finding: causal-off-where-padded
"""
