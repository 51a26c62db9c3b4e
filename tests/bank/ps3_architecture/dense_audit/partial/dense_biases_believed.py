"""The printed N² biases, believed.

base: accepted/as_asked.py
replace: n * (d - n)
with: 0
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n**2 * d**2 + n**2 - 3 * d**2 - 3 * d
points: 1.75
finding: bias-for-each-pair
"""
