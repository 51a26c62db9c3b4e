"""| for &.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return near_rows | near_columns
points: 3.5
finding: or-in-place-of-and
"""
