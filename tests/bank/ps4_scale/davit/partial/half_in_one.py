"""Forgets a product of one function.

base: accepted/closed_formula.py
replace: return 4 * n * d**2
with: return 2 * n * d**2
points: 2.25
finding: one-product-missing
"""
