"""The fastest pair.

base: accepted/outer_product.py
replace: slowest = d_head // 2 - 1
with: slowest = 0
points: 3.5
finding: fastest-pair
"""
