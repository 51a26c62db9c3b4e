"""A sign is wrong: a reflection.

base: accepted/outer_product.py
replace: - odd * np.sin
with: + odd * np.sin
points: 3
finding: reflected
"""
