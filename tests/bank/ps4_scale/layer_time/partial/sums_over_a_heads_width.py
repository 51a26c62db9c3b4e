"""Sums over J/K.

base: accepted/as_asked.py
replace: return math.log(T) + math.log(J)
with: return math.log(T) + math.log(J // K) + 1
points: 2.25
finding: sums-of-a-head-only
"""
