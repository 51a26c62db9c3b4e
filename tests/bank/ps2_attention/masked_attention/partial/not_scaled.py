"""No division by √d. One-hot weights hide it: scores in the thousands look right.

base: accepted/one_array_of_both_masks.py
replace: scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
with: scores = q @ k.transpose(0, 2, 1)
points: 3
finding: not-scaled
finding: scores in the thousands: value-right
"""
