"""Rounds up the logarithm of T + 1.

base: accepted/by_doubling.py
replace: while step < T:
with: while step < T + 1:
points: 2.75
finding: bits-of-t
"""
