"""Numbers run down the columns.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: column, row = i // h, i % h; return (abs(row[:, None] - row) <= r) & (abs(column[:, None] - column) <= r)
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: column, row = i // h, i % h; return (row[:, None] == row) | (column[:, None] == column)
points: 3.5
finding: column-after-column
"""
