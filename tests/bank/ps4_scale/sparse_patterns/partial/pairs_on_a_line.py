"""The formula for a text of N tokens.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return in_a_line(h * w, r)
points: 3.5
finding: one-line
"""
