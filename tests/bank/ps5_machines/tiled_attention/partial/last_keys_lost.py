"""Whole blocks of keys alone.

base: accepted/columns_kept.py
replace: range(0, stop, block)
with: range(0, stop - stop % block, block)
points: 2.25
finding: last-block-lost
"""
