"""The input of the last layer is taken off from all inputs and its layer.

base: accepted/lines.py
replace: (n_layers - 1) * n * d_model + in_layer
with: n_layers * n * d_model + (in_layer - n * d_model)
"""
