"""The printed 3 biases, believed.

base: accepted/as_asked.py
replace: "3": "wrong"
with: "3": "right"
replace: 3 * d - 3
with: 0
points: 1.5
finding: one-bias-for-a-map
finding: 3: comments
"""
