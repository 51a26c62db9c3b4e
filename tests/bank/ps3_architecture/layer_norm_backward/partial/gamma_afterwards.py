"""gamma multiplies dx in the end.

base: accepted/in_three_means.py
replace: dz = dy * gamma
with: dz = dy
replace:     return dx,
with:     return gamma * dx,
points: 2
finding: gamma-on-dx
"""
