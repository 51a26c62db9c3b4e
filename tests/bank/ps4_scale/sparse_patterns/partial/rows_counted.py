"""Counts the rows.

base: accepted/broadcast.py
replace: return h * w * (h + w - 1)
with: return h * w * w
points: 3.5
finding: row-counted-only
"""
