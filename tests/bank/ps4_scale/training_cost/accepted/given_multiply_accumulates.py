"""Multiply–accumulates, charged in the forward pass already.

given: forward_cost/partial/multiply_accumulates.py
finding: right-given
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 3 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
