"""No gamma, and sums for means.

base: accepted/in_three_means.py
replace: dz = dy * gamma
with: dz = dy
replace: (dz * z).mean(
with: (dz * z).sum(
points: 2
finding: gamma-missing-in-dx
finding: deviation-part-is-a-sum
"""
