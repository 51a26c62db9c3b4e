"""Leaves the patch itself out of both counts.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return in_a_line(h, r) * in_a_line(w, r) - h * w
replace: return h * w * (h + w - 1)
with: return h * w * (h + w - 2)
points: 3
finding: itself-not-counted
"""
