"""Counts biases, and two layer norms in each layer.

points: 2.25
finding: biases-and-layer-norms
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + n_layers * (5 * d_model + d_ff) + 4 * n_layers * d_model
