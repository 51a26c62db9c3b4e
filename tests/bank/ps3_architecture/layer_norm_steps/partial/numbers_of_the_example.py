"""The example's numbers in the end.

base: accepted/through_z.py
replace: "abs(gamma) * sqrt(d)"
with: "1.5 * sqrt(3)"
points: 1
finding: numbers-of-the-example
"""
