"""Counts one of queries, keys and values.

points: 1.5
finding: n_heads²·n_layers·d_head²: wrong-term
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (2 * d_model**2 + 2 * d_model * d_ff)
