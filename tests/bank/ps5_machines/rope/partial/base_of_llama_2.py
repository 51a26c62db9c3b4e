"""Always 10,000.

base: accepted/outer_product.py
replace: base ** (-2.0
with: 10_000 ** (-2.0
replace: base ** (-2 *
with: 10_000 ** (-2 *
points: 2.5
finding: base-fixed
"""
