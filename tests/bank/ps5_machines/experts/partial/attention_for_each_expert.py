"""Attention n_experts times, as if 8x7B were 56 billion.

points: 3.25
finding: attention-times-experts
base: partial/whole_layers.py
replace: n_experts * (attention + expert + norms) + router)
with: n_experts * (attention + expert) + norms + router)
"""
