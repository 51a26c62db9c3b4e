"""Steps along rows and columns add up to r.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return abs(row[:, None] - row) + abs(column[:, None] - column) <= r
points: 3.5
finding: diamond-or-disc
"""
