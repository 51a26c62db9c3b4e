"""Adds a small number of its own to the root.

base: accepted/in_three_means.py
replace: + eps)
with: + eps) + 1e-8
points: 3
finding: own-eps
"""
