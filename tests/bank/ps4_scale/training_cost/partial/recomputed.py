"""Computes the forward pass again.

points: 1.5
finding: four-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 8 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
