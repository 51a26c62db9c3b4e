"""Itself in its row and its column.

base: accepted/broadcast.py
replace: return h * w * (h + w - 1)
with: return h * w * (h + w)
points: 3.5
finding: itself-twice
"""
