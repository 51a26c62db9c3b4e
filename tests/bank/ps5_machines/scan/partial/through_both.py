"""Multiplies b of the first by both factors.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = a_1 * a_2 * b_1 + b_2
points: 2.25
finding: carried-through-both
"""
