"""No layer, and nothing else, where none fits.

points: 2.75
finding: no-layer
base: accepted/loop.py
replace: layers = 1
with: layers = int((size / weights(1)) ** (1 / 3))
replace: while weights(layers + 1) <= size:
with: if not layers:
replace: layers += 1
with: return {"n_layers": 0, "sequences": 0, "days": 0}
"""
