"""The printed 3 biases, believed.

base: accepted/as_asked.py
replace: 3 * d - 3
with: 0
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n**2 * d**2 + n * d - 3 * d**2 - 3
points: 1.75
finding: one-bias-for-a-map
"""
