"""(b, a).

base: accepted/by_doubling.py
replace: return a, b
with: return b, a
points: 2.25
finding: pair-exchanged
"""
