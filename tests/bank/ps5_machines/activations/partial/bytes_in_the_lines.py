"""Bytes in the lines; what is made of them is right.

base: accepted/lines.py
replace: queries = n * n_heads
with: queries = 2 * n * n_heads
replace: keys = values = n *
with: keys = values = 2 * n *
replace: "norm_inputs": 2
with: "norm_inputs": 4
replace: "map_inputs": n * d_model + n * d_model
with: "map_inputs": 4 * n * d_model
replace: "attention_weights": n_heads
with: "attention_weights": 2 * n_heads
replace: "head_outputs": n
with: "head_outputs": 2 * n
replace: "gate_up_product": 3
with: "gate_up_product": 6
replace: = n_heads * n
with: = 2 * n_heads * n
replace: (n_layers - 1) * n * d_model + in_layer
with: 2 * (n_layers - 1) * n * d_model + in_layer
replace: return 2 * batch * numbers
with: return batch * numbers
points: 4.5
finding: bytes(2)
"""
