"""Adds biases to the ledger, in a line of their own.

points: 3.75
finding: biases-counted
base: accepted/closed_forms.py
replace: "head": vocab_size * d_model
with: "head": vocab_size * d_model, "biases": n_layers * ((n_heads + 2 * n_kv_heads) * d_head + 2 * d_model + 2 * d_ff)
"""
