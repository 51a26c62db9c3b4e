"""i // h for the row.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: row = i // h; return (abs(row[:, None] - row) <= r) & near_columns
points: 3.75
finding: column-after-column
"""
