"""The missing product with a plus.

base: accepted/on_paper.py
replace: -18_874_368
with: 18_874_368
points: 2.5
finding: amount-positive
"""
