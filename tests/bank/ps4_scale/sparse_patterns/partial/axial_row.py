"""The row alone.

base: accepted/broadcast.py
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return np.equal.outer(row, row)
replace: return h * w * (h + w - 1)
with: return h * w * w
points: 3.5
finding: row-only
"""
