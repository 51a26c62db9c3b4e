"""The head leaves as well; what follows is right.

base: accepted/one_after_another.py
replace: products = 32 * 2 * matrices
with: products = 32 * 2 * (matrices - lookup)
points: 3.5
finding: head-taken-away
finding: peak: authored
"""
