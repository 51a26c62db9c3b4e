"""A patch does not see itself, in masks and counts.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: return near_rows & near_columns & ~np.eye(h * w, dtype=bool)
replace: return np.equal.outer(row, row) | np.equal.outer(column, column)
with: return np.equal.outer(row, row) ^ np.equal.outer(column, column)
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return in_a_line(h, r) * in_a_line(w, r) - h * w
replace: return h * w * (h + w - 1)
with: return h * w * (h + w - 2)
points: 3
finding: itself-left-out
finding: 4 × 5 patches, r = 1: authored
"""
