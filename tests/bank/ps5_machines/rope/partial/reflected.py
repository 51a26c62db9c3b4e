"""One sign is wrong.

base: accepted/outer_product.py
replace: - odd * np.sin
with: + odd * np.sin
points: 3
finding: one-sign-wrong
"""
