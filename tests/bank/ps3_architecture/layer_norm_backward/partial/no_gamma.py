"""dy goes straight to z.

base: accepted/in_three_means.py
replace: dz = dy * gamma
with: dz = dy
points: 2
finding: gamma-missing-in-dx
"""
