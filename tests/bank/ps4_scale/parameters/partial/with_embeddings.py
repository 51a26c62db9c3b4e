"""Counts GPT-2's embeddings.

points: 2.25
finding: all-embeddings
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + (50257 + 1024) * d_model
