"""Every layer is as wide as a head.

base: accepted/cube_root.py
replace: d = 128 * layers
with: d = 128
replace: int((size / weights(1)) ** (1 / 3))
with: int(size // weights(1))
points: 1.5
finding: width-of-128
"""
