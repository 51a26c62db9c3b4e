"""Row and column have to agree.

base: accepted/broadcast.py
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return np.equal.outer(row, row) & np.equal.outer(column, column)
points: 3.5
finding: row-and-column-same
"""
