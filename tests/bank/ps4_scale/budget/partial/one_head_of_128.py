"""Every layer is as wide as a head, and has one.

base: accepted/loop.py
replace: d = 128 * layers
with: d = 128
replace: return 2 * layers * layers * 128 * tokens * 2
with: return 2 * layers * 128 * tokens * 2
replace: layers = 1
    while weights(layers + 1) <= size:
        layers += 1
with: layers = max(int(size // weights(1)), 1)
points: 1.5
finding: width-of-128
"""
