"""Sees its column.

base: accepted/broadcast.py
replace: np.equal.outer(row, row) | np.equal.outer(column, column)
with: np.equal.outer(column, column)
points: 3.5
finding: column-only
"""
