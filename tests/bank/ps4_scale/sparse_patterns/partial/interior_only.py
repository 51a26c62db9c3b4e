"""Patches at the border see nothing.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: inside = (row >= r) & (row < h - r) & (column >= r) & (column < w - r); return near_rows & near_columns & inside[:, None]
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return (h - 2 * r) * (w - 2 * r) * (2 * r + 1) ** 2
points: 3.25
finding: edges-see-nothing
finding: whole-squares-only
"""
