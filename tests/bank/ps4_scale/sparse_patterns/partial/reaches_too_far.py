"""Reaches one patch too far.

base: accepted/broadcast.py
replace: near_rows = abs(row[:, None] - row[None, :]) <= r
with: near_rows = abs(row[:, None] - row[None, :]) <= r + 1
replace: near_columns = abs(column[:, None] - column[None, :]) <= r
with: near_columns = abs(column[:, None] - column[None, :]) <= r + 1
points: 3.5
finding: reaches-r-plus-1
"""
