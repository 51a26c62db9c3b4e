"""+ for ×.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return in_a_line(h, r) + in_a_line(w, r)
points: 3.5
finding: rows-and-columns-added
"""
