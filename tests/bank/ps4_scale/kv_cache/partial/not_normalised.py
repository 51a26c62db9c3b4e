"""The weights are not divided by their sum.

base: accepted/concatenate.py
replace: a = a / np.sum(a)
with:
points: 3.75
finding: not-divided-by-sum
"""
