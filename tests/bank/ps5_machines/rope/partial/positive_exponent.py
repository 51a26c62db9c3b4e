"""The exponent without its sign.

base: accepted/outer_product.py
replace: -2.0 * pairs
with: 2.0 * pairs
points: 2.75
finding: exponent-sign
"""
