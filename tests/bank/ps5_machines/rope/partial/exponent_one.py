"""As if the slowest were pair d/2.

base: accepted/outer_product.py
replace: d_head // 2 - 1
with: d_head // 2
points: 3.75
finding: exponent-one
"""
