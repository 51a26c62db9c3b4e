"""Adds a tiny number of its own to the root.

base: accepted/in_three_means.py
replace: + eps)
with: + eps) + 1e-12
points: 3
finding: own-eps
"""
