"""The printed 3D²/H weights, believed.

base: accepted/as_asked.py
replace: "1": "wrong"
with: "1": "right"
replace: "2": "follows"
with: "2": "right"
replace: 3 * d * d - 3 * d * d // n_heads
with: 0
points: 1.5
finding: printed-maps-left
finding: 1: comments
"""
