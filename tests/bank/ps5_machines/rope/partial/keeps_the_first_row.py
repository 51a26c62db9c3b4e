"""Turns from the first row's position: differences alone are right.

base: accepted/outer_product.py
replace: np.outer(positions,
with: np.outer(positions - positions[0],
points: 2.75
finding: position-from-first
"""
