"""One angle for all pairs.

base: accepted/outer_product.py
replace: pairs = np.arange(d // 2)
with: pairs = np.zeros(d // 2)
points: 2.75
finding: one-angle-for-all
"""
