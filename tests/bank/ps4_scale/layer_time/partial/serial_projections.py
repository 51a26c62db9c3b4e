"""Dot products term by term.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(J)
with: return math.log(T) + J
points: 2.25
finding: serial-sums-of-j
"""
