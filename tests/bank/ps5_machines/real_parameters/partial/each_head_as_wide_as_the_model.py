"""Takes each head for as wide as the model.

points: 3
finding: heads-as-wide-as-model
base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q, kv = d_model**2 * n_heads, d_model**2 * n_kv_heads
"""
