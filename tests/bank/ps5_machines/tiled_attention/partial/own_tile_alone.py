"""A block of queries sees itself alone.

base: accepted/columns_kept.py
replace: range(0, stop, block)
with: range(start, stop, block)
points: 2.5
finding: own-tile-alone
"""
