"""What one patch sees.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return (2 * r + 1) ** 2
points: 3.5
finding: one-patch-inside
"""
