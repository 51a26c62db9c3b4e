"""Pairs i with i + d/2.

base: accepted/outer_product.py
replace: even, odd = x[:, 0::2], x[:, 1::2]
with: even, odd = x[:, : d // 2], x[:, d // 2 :]
replace: out[:, 0::2] =
with: out[:, : d // 2] =
replace: out[:, 1::2] =
with: out[:, d // 2 :] =
points: 3.5
finding: halves-not-neighbours
"""
