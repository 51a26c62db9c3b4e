"""Whole blocks alone.

base: accepted/columns_kept.py
replace: range(0, n, block)
with: range(0, n - n % block, block)
points: 2
finding: last-block-lost
"""
