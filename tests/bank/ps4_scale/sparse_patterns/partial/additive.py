"""0 and −∞.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return np.where(near_rows & near_columns, 0.0, -np.inf)
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return np.where(np.equal.outer(row, row) | np.equal.outer(column, column), 0, -np.inf)
points: 3.5
finding: additive-mask
"""
