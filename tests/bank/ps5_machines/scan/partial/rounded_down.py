"""Rounds down.

base: accepted/by_doubling.py
replace: while step < T:
with: while 2 * step <= T:
points: 2.75
finding: rounded-down
"""
