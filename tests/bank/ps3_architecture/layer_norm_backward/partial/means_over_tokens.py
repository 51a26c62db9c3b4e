"""Means in place of sums.

base: accepted/in_three_means.py
replace: (dy * z).sum(axis=0)
with: (dy * z).mean(axis=0)
replace: dy.sum(axis=0)
with: dy.mean(axis=0)
points: 2
finding: dgamma-and-dbeta-means
"""
