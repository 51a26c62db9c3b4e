"""Multiplies with the layers twice.

points: 1
finding: layers-counted-again
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
