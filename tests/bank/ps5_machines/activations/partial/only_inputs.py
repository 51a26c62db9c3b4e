"""Only the inputs.

points: 4.25
finding: only-the-inputs
base: accepted/lines.py
replace: (n_layers - 1) * n * d_model + in_layer
with: n_layers * n * d_model
"""
