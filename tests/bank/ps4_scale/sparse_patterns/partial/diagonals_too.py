"""Sees the diagonals as well.

base: accepted/broadcast.py
replace: np.equal.outer(row, row) | np.equal.outer(column, column)
with: np.equal.outer(row, row) | np.equal.outer(column, column) | (abs(row[:, None] - row) == abs(column[:, None] - column))
points: 3.5
finding: diagonals-as-well
"""
