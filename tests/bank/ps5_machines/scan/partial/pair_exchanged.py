"""(b, a).

base: accepted/by_doubling.py
replace: return a, b
with: return b, a
points: 2
finding: pair-exchanged
"""
