"""N (2r + 1)².

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return h * w * (2 * r + 1) ** 2
points: 3.5
finding: nothing-cut-off
"""
