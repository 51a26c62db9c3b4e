"""Row and column only, up to r.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return near_rows & near_columns & ((row[:, None] == row) | (column[:, None] == column))
points: 3.5
finding: row-and-column-only
"""
