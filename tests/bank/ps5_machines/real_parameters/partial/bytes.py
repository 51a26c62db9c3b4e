"""Bytes of bf16 in the place of numbers.

base: accepted/closed_forms.py
replace: q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
with: q, kv = 2 * d_model * n_heads * d_head, 2 * d_model * n_kv_heads * d_head
replace:     ff = d_model * d_ff
with:     ff = 2 * d_model * d_ff
replace: "embedding": vocab
with: "embedding": 2 * vocab
replace: "head": vocab
with: "head": 2 * vocab
replace: "norms": (2 * n_layers + 1)
with: "norms": 2 * (2 * n_layers + 1)
replace: return (vocab_size + n_positions) * d_model + layers + 2 * d_model
with: return 2 * ((vocab_size + n_positions) * d_model + layers + 2 * d_model)
points: 3
finding: bytes(2)
"""
