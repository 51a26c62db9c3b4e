"""Turns from the first row's position: differences alone are right.

base: accepted/outer_product.py
replace: np.outer(positions,
with: np.outer(positions - positions[0],
points: 1.5
finding: 3 rows of width 8: numbers-differ
"""
