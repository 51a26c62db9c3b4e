"""An exponent of i/d.

base: accepted/outer_product.py
replace: -2.0 * pairs
with: -1.0 * pairs
points: 2.75
finding: exponent-i-over-d
"""
