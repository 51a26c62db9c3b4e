"""Forgets the half that the root gives.

base: accepted/in_three_means.py
replace: - z * (dz
with: - 2 * z * (dz
points: 2
finding: deviation-part-doubled
"""
