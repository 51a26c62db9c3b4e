"""x in place of z.

base: accepted/in_three_means.py
replace: - z * (dz * z).mean
with: - x * (dz * x).mean
points: 2
finding: x-in-place-of-z
"""
