"""Numbers of rows for positions.

base: accepted/outer_product.py
replace: np.outer(positions,
with: np.outer(np.arange(n),
points: 2.75
finding: row-for-position
"""
