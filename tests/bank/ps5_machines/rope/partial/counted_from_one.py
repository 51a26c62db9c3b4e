"""Pairs from 1.

base: accepted/outer_product.py
replace: pairs = np.arange(d // 2)
with: pairs = 1 + np.arange(d // 2)
points: 2.75
finding: counted-from-one
"""
