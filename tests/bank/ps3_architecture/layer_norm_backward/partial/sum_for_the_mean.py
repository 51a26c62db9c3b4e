"""A sum of dz.

base: accepted/in_three_means.py
replace: dz.mean(axis=1, keepdims=True) - z
with: dz.sum(axis=1, keepdims=True) - z
points: 2
finding: mean-part-is-a-sum
"""
