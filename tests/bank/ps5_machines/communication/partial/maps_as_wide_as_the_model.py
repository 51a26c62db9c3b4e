"""Queries and outputs as wide as the model.

base: accepted/formulas.py
replace: d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
with: d_model * (2 * d_model + 2 * n_kv_heads * d_head)
points: 3.25
finding: width-is-d-model
"""
