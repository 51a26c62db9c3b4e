"""A side of the square in place of all of it.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return h * w * (2 * r + 1)
points: 3.5
finding: one-row-of-window
"""
