"""2r off for each line.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return (h * (2 * r + 1) - 2 * r) * (w * (2 * r + 1) - 2 * r)
points: 3.5
finding: border-of-outermost-row
"""
