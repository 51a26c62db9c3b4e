"""|i − j| < w for one row.

base: accepted/broadcast.py
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return (column[:, None] == column) | (abs(i[:, None] - i) < w)
points: 3.5
finding: less-than-w-apart
"""
