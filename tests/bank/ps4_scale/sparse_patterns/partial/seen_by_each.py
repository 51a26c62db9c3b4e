"""The number for each patch, not their sum.

base: accepted/broadcast.py
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return local_mask(h, w, r).sum(axis=1)
points: 3
finding: seen-by-each
"""
