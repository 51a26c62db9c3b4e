"""A sum of dz z.

base: accepted/in_three_means.py
replace: (dz * z).mean(
with: (dz * z).sum(
points: 2
finding: deviation-part-is-a-sum
"""
