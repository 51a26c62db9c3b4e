"""Two slips: True is a key that takes part, and no division by √d.

base: accepted/one_array_of_both_masks.py
replace: hidden |= key_padding_mask[:, None, :]
with: hidden |= ~key_padding_mask[:, None, :]
replace: scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
with: scores = q @ k.transpose(0, 2, 1)
points: 2
finding: padding-inverted
finding: not-scaled
"""
