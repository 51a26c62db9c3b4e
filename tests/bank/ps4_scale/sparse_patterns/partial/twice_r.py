"""2r to each side.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return (abs(row[:, None] - row) < 2 * r + 1) & (abs(column[:, None] - column) < 2 * r + 1)
points: 3.5
finding: reaches-2r
"""
