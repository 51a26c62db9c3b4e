"""Takes the heads together for as wide as the model.

points: 3.5
finding: width-is-d-model
base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q, kv = d_model * d_model, d_model * n_kv_heads * d_head
"""
