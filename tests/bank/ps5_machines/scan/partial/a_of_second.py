"""Keeps the second's factor.

base: accepted/by_doubling.py
replace: a = a_1 * a_2
with: a = a_2
points: 2.25
finding: a-of-second
"""
