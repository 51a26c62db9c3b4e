"""Powers of 2.

base: accepted/by_cases.py
replace: math.exp(m2 - m1)
with: 2 ** (m2 - m1)
points: 2
finding: powers-of-two
"""
