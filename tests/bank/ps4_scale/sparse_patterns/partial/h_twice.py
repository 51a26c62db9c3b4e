"""h for w.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return in_a_line(h, r) ** 2
points: 3.5
finding: h-or-w-twice
"""
