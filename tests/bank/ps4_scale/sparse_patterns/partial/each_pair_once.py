"""(i, j) and (j, i) are one.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return (in_a_line(h, r) * in_a_line(w, r) + h * w) // 2
replace: return h * w * (h + w - 1)
with: return h * w * (h + w) // 2
points: 3.5
finding: pairs-once
"""
