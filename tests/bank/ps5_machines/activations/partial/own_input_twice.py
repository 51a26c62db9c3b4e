"""The input of the layer that is computed again counts twice.

points: 4.25
finding: own-input-twice
base: accepted/lines.py
replace: (n_layers - 1) * n * d_model + in_layer
with: n_layers * n * d_model + in_layer
"""
