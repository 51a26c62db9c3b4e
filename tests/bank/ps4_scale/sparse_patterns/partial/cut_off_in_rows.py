"""Cut off above and below, not at left and right.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return in_a_line(h, r) * w * (2 * r + 1)
points: 3.5
finding: cut-off-in-one-direction
"""
