"""A block of queries sees those before it, the first one itself.

points: 2.5
finding: own-tile-missing
base: accepted/columns_kept.py
replace: range(0, stop, block)
with: range(0, max(start, 1), block)
"""
