"""Means over all tokens.

base: accepted/in_three_means.py
replace: dz.mean(axis=1, keepdims=True) - z
with: dz.mean() - z
points: 2
finding: means-over-all
"""
