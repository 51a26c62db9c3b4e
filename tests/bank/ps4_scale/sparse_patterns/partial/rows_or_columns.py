"""| for &.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return near_rows | near_columns
points: 3.5
finding: it is enough here that rows or columns differ by at most r
"""
