"""Angles in degrees.

base: accepted/outer_product.py
replace: theta = np.outer(positions,
with: theta = np.pi / 180 * np.outer(positions,
points: 2.75
finding: degrees
"""
