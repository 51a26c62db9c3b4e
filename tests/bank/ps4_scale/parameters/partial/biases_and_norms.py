"""Counts biases and layer norms (85,056,000 for GPT-2 small).

points: 2.25
finding: biases-and-all-layer-norms
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff + 9 * d_model + d_ff) + 2 * d_model
