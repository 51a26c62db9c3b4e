"""x in place of the outer z.

base: accepted/in_three_means.py
replace: - z * (dz
with: - x * (dz
points: 2
finding: x-in-place-of-z
"""
