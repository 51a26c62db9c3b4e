"""Counts the maps of one head.

points: 1.5
finding: maps-of-one-head
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model * (d_model // n_heads) + d_model**2 + 2 * d_model * d_ff)
