"""Forgets the factor z.

base: accepted/in_three_means.py
replace: - z * (dz * z)
with: - (dz * z)
points: 2
finding: z-missing-in-deviation-part
"""
