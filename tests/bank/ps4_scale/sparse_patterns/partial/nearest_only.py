"""Sees the nearest in its row and column.

base: accepted/broadcast.py
replace: np.equal.outer(row, row) | np.equal.outer(column, column)
with: abs(row[:, None] - row) + abs(column[:, None] - column) <= 1
points: 3.5
finding: nearest-only
"""
