"""Forgets the output projection.

points: 1.5
finding: missing(the queries or the keys or the values or the output projection)
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + 2 * d_model * d_ff)
