"""The values are split as they are.

base: accepted/mask_repeated_for_each_head.py
replace: split(v @ W_v.T)
with: split(v)
points: 2.5
finding: values-not-projected
"""
