"""The corners are cut off twice.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)
points: 3.5
finding: corners-cut-off-twice
"""
