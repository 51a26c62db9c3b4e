"""Gives every head maps from d_model to d_model.

points: 1.5
finding: maps-of-full-width
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * n_heads * d_model**2 + d_model**2 + 2 * d_model * d_ff)
