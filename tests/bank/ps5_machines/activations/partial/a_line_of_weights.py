"""A line for the weights of the maps.

points: 4.75
finding: weights-counted
base: accepted/lines.py
replace: "gate_up_product"
with: "weights": 2 * d_model * (n_heads + n_kv_heads) * d_head + 3 * d_model * d_ff, "gate_up_product"
"""
