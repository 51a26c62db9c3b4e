"""Adds the part through σ.

base: accepted/in_three_means.py
replace: - z * (dz
with: + z * (dz
points: 2
finding: deviation-part-added
"""
