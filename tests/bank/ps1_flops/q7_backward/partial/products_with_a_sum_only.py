"""Leaves out all lines in which nothing is summed, dH too.

base: partial/products_only.py
replace: return 2 * products
with: return 2 * products - 2 * L * h
points: 0.75
finding: summed-products-only
"""
