"""The weights are not divided by their sum.

base: accepted/concatenate.py
replace: a = a / np.sum(a)
with:
points: 4
finding: not-divided-by-sum
"""
