"""The missing product, in a layer.

base: accepted/five_numbers.py
replace: -18_874_368
with: -1_572_864
points: 3.25
finding: amount-of-one-layer-or-head
"""
