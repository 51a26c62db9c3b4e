"""Each b times the other's factor.

base: accepted/by_doubling.py
replace: b = a_2 * b_1 + b_2
with: b = a_2 * b_1 + a_1 * b_2
points: 2.25
finding: both-carried
"""
