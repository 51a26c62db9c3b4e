"""An input for each of five maps.

points: 4.75
finding: map-input-once-per-map
base: accepted/lines.py
replace: "map_inputs": n * d_model + n * d_model
with: "map_inputs": 5 * n * d_model
"""
