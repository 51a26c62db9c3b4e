"""Multiplies both b.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = a_2 * (b_1 + b_2)
points: 2.25
finding: both-carried
"""
