"""Forgets 2π.

base: accepted/outer_product.py
replace: return 2 * math.pi /
with: return 1 /
points: 3.75
finding: two-pi-missing
"""
