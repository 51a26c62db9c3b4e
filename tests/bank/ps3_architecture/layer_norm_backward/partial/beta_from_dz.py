"""dbeta with gamma.

base: accepted/in_three_means.py
replace: dy.sum(axis=0)
with: dz.sum(axis=0)
points: 3
finding: dbeta-times-gamma
"""
