"""Adds the weights to the bytes.

points: 4
finding: weights-counted
base: accepted/lines.py
replace: in_layer = sum(kept.values())
with: in_layer = sum(kept.values()) + 2 * d_model * (n_heads + n_kv_heads) * d_head + 3 * d_model * d_ff
"""
