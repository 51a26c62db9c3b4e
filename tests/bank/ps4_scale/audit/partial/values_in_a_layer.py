"""The missing product, in a layer.

base: accepted/on_paper.py
replace: -18_874_368
with: -1_572_864
points: 2.5
finding: amount-of-one-layer-or-head
"""
