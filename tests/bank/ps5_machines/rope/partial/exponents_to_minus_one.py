"""Exponents from 0 to −1.

points: 2.75
finding: exponents-to-minus-one
base: accepted/outer_product.py
replace: base ** (-2.0 * pairs / d)
with: base ** (-pairs / max(1, d // 2 - 1))
"""
