"""One round too many for powers of two.

base: accepted/by_doubling.py
replace: while step < T:
with: while step <= T:
points: 2.75
finding: bits-of-t
"""
