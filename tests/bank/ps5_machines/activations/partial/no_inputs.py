"""Only the layer that is computed again.

points: 4.25
finding: inputs-not-kept
base: accepted/lines.py
replace: (n_layers - 1) * n * d_model + in_layer
with: in_layer
"""
