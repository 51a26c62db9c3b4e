"""Adds both b.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = b_1 + b_2
points: 2.25
finding: b-not-carried
"""
