"""A slip: the length stands for the maximum so far.

base: accepted/backwards.py
replace: np.maximum(m, s.max(1, keepdims=True))
with: np.maximum(n, s.max(1, keepdims=True))
points: 1.75
finding: 11 tokens, e = 4, rising to thousands: numbers-differ
"""
