"""Queries as long as values: J/K numbers, in both.

base: accepted/as_asked.py
replace: math.ceil(math.log2(U))
with: math.ceil(math.log2(J // K))
replace: return J + U + 3 +
with: return J + J // K + 3 +
points: 2.5
finding: keys-of-j-k
"""
