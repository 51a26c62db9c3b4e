"""A sign is wrong.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = a_2 * b_1 - b_2
points: 1.75
finding: combine: stretches of width 5: b: numbers-differ
"""
