"""A block of queries sees those before it alone.

base: accepted/columns_kept.py
replace: range(0, stop, block)
with: range(0, start, block)
points: 2
finding: own-tile-missing
"""
