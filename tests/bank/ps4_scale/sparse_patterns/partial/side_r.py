"""r is the side of the square.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return (abs(row[:, None] - row) <= r // 2) & (abs(column[:, None] - column) <= r // 2)
points: 3.5
finding: side-is-r
"""
