"""Without √d, though the attention of 4.1 was right: it doesn't follow from that.

base: accepted/error_carried_over.py
replace: scores = q @ k.transpose(0, 2, 1)
with: scores = 1.0 * q @ k.transpose(0, 2, 1)
given: masked_attention/accepted/minus_1e9.py
points: 2.5
finding: not-scaled
"""
