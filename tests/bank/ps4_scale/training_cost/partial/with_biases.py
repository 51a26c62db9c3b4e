"""Counts biases.

points: 1.5
finding: biases
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 6 * n_layers * (5 * d_model + d_ff)
