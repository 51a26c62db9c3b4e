"""dgamma from x.

base: accepted/in_three_means.py
replace: (dy * z).sum(axis=0)
with: (dy * x).sum(axis=0)
points: 3
finding: dgamma-of-x
"""
