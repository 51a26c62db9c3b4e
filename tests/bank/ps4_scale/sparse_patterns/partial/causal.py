"""Only earlier patches.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return np.tril(near_rows & near_columns)
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return np.tril(np.equal.outer(row, row) | np.equal.outer(column, column))
points: 3
finding: causal
"""
