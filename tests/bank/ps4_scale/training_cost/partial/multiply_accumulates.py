"""Counts multiply–accumulates.

points: 1.5
finding: multiply-accumulates
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 3 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
