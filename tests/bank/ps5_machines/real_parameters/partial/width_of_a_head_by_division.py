"""Heads as wide as the model divided by their number; keys and values by a division.

base: partial/width_of_a_head_computed.py
replace: d_head = d_model // n_heads
with: width = d_model**2
replace: "queries": n_layers * d_model * n_heads * d_head
with: "queries": n_layers * width
replace: "keys": n_layers * d_model * n_kv_heads * d_head
with: "keys": n_layers * width * n_kv_heads // n_heads
replace: "values": n_layers * d_model * n_kv_heads * d_head
with: "values": n_layers * width * n_kv_heads // n_heads
replace: "output": n_layers * d_model * n_heads * d_head
with: "output": n_layers * width
points: 3
finding: keys: width-is-d-model
finding: width-is-d-model
"""
