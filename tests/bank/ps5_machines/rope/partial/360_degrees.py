"""A turn of 360.

base: accepted/outer_product.py
replace: return 2 * math.pi /
with: return 360 /
points: 3.75
finding: in-degrees
"""
