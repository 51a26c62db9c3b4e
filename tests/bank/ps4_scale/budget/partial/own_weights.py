"""By one's own count of weights, without the output projection.

given: parameters/partial/no_output_projection.py
points: 2
finding: 9.83e+21 FLOPs: n_layers: authored
base: accepted/cube_root.py
replace: return layers * (4 * d * d + 2 * d * (4 * d))
with: return layers * (3 * d * d + 2 * d * (4 * d))
"""
