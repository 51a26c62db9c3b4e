"""No gamma, and sums for means.

base: accepted/in_three_means.py
replace: dz = dy * gamma
with: dz = dy
replace: (dz * z).mean(
with: (dz * z).sum(
points: 2
finding: gamma is missing in dx
finding: the part through σ is a sum
"""
