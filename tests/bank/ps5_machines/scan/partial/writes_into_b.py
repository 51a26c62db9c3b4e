"""Writes into the second pair.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = b_2; b += a_2 * b_1
points: 2.75
finding: changes-argument
"""
