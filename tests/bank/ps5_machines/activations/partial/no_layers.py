"""One layer, whatever is kept of the others.

base: accepted/lines.py
replace: n_layers * in_layer
with: in_layer
replace: (n_layers - 1) * n * d_model + in_layer
with: in_layer
points: 4
finding: one-layer
"""
