"""The printed 3D²/H weights, believed.

base: accepted/as_asked.py
replace: 3 * d * d - 3 * d * d // n_heads
with: 0
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n**2 * d**2 + n * d - 3 * d**2 // n_heads - 3 * d
points: 1.75
finding: printed-maps-left
"""
