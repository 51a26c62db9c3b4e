"""Counts the columns.

base: accepted/broadcast.py
replace: return h * w * (h + w - 1)
with: return h * w * h
points: 3.5
finding: column-counted-only
"""
