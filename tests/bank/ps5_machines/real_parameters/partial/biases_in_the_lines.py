"""Adds biases to the maps.

points: 3.5
finding: biases-counted
base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q, kv = (d_model + 1) * n_heads * d_head, (d_model + 1) * n_kv_heads * d_head
replace:     ff = d_model * d_ff
with:     ff = (d_model + 1) * d_ff
replace: "output": n_layers * q
with: "output": n_layers * (n_heads * d_head + 1) * d_model
replace: "down": n_layers * ff
with: "down": n_layers * d_model * (d_ff + 1)
"""
