"""The other way round.

base: accepted/outer_product.py
replace: np.outer(positions,
with: -np.outer(positions,
points: 3.5
finding: turned-back
"""
