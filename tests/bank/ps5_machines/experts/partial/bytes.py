"""Bytes of bf16 in the place of numbers.

base: accepted/closed_forms.py
replace: return n_layers * (attention + experts + router + norms) + d_model + 2 * vocab_size * d_model
with: return 2 * (n_layers * (attention + experts + router + norms) + d_model * (1 + 2 * vocab_size))
replace: return n_layers * (heads + chosen + scored + scales) + d_model + 2 * vocab_size * d_model
with: return 2 * (n_layers * (heads + chosen + scored + scales) + d_model * (1 + 2 * vocab_size))
points: 3.5
finding: bytes(2)
"""
