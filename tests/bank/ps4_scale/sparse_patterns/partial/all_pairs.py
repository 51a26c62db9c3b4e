"""Counts all pairs.

base: accepted/broadcast.py
replace: return h * w * (h + w - 1)
with: return (h * w) ** 2
points: 3
finding: all-pairs
"""
