"""Cut off at one end.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return (h * (2 * r + 1) - r * (r + 1) // 2) * (w * (2 * r + 1) - r * (r + 1) // 2)
points: 3.5
finding: cut-off-at-one-end
"""
