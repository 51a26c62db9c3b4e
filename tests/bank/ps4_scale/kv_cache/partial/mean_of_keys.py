"""The weighted sum is one of keys.

base: accepted/concatenate.py
replace: (a[:, None] * V_new)
with: (a[:, None] * K_new)
points: 4
finding: weighted-sum-of-keys
"""
