"""Queries, keys and values are there at once: one misreading of both functions.

base: partial/no_projections.py
replace: return math.log(T) + math.log(J)
with: return math.log(T)
points: 1.75
finding: sums-of-j-missing
"""
