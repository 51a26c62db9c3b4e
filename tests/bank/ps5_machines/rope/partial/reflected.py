"""One sign is wrong.

base: accepted/outer_product.py
replace: - odd * np.sin
with: + odd * np.sin
points: 2.75
finding: one-sign-wrong
"""
