"""dgamma from dy gamma z.

base: accepted/in_three_means.py
replace: (dy * z).sum(axis=0)
with: (dz * z).sum(axis=0)
points: 3
finding: dgamma-of-gamma-z
"""
