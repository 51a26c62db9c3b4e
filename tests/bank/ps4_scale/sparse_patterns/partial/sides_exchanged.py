"""A row has h patches here, a column w.

base: accepted/broadcast.py
replace: return h * w * (h + w - 1)
with: return h**3 + w**3 - h * w
points: 3.5
finding: rows-and-columns-exchanged
"""
