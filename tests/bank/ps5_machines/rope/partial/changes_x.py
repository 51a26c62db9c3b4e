"""Writes into x.

base: accepted/outer_product.py
replace: out = np.empty((n, d))
with: out = x; even, odd = even.copy(), odd.copy()
points: 3.5
finding: changes-argument
"""
