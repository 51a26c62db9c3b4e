"""True where a patch is not seen, as the masks of problem set 2.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return ~(near_rows & near_columns)
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return ~(np.equal.outer(row, row) | np.equal.outer(column, column))
points: 3.5
finding: true-and-false-exchanged
"""
