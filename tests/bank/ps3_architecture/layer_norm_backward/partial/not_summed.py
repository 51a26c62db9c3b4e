"""No sums over tokens.

base: accepted/in_three_means.py
replace: (dy * z).sum(axis=0)
with: dy * z
replace:  dy.sum(axis=0)
with:  dy
points: 2
finding: dgamma: array-shape
finding: not-summed-over-tokens
"""
