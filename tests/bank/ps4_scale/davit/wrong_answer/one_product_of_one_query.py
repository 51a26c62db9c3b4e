"""Twice the product of both sizes, in both functions.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 2 * n * d
replace: return 4 * n * d**2
with: return 2 * n * d
finding: one-product-of-one-query
"""
