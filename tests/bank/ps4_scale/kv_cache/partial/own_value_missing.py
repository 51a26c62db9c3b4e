"""Its own weight is there, its value is not.

base: accepted/concatenate.py
replace: (a[:, None] * V_new)
with: (a[:-1, None] * V_cache)
points: 4
finding: own-value-left-out
"""
