"""Adds 1 to every position.

base: accepted/outer_product.py
replace: np.outer(positions,
with: np.outer(positions + 1,
points: 2.75
finding: position-off-by-one
"""
