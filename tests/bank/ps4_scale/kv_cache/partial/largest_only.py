"""The key with the largest score.

base: accepted/concatenate.py
replace: a = a / np.sum(a)
with: a = 1.0 * (s == s.max())
points: 4
finding: hard-maximum
"""
