"""FLOPs in the place of pairs.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return 4 * 512 * in_a_line(h, r) * in_a_line(w, r)
points: 3.5
finding: factor(2048)
"""
