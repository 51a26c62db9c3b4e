"""Whole turns for radians.

base: accepted/outer_product.py
replace: pairs / d))
with: pairs / d)) / (2 * np.pi)
points: 2.75
finding: turns
"""
