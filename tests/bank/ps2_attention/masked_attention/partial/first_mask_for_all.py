"""Uses the padding of the first sequence for the whole batch.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= key_padding_mask[0]
points: 3
finding: padding: array-wrong
"""
