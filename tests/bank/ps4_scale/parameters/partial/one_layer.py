"""Forgets the layers.

points: 1.5
finding: factor-missing(n_layers)
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return 4 * d_model**2 + 2 * d_model * d_ff
