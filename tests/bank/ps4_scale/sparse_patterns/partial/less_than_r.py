"""< for ≤.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return (abs(row[:, None] - row) < r) & (abs(column[:, None] - column) < r)
points: 3.5
finding: distance-r-left-out
"""
