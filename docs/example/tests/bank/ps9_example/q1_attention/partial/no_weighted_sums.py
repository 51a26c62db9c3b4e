"""The scores alone.

base: accepted/products.py
replace: return scores + weighted_sums
with: return scores
points: 1
finding: missing(the weighted sums)
"""
