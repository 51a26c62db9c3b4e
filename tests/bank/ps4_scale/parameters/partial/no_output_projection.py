"""Forgets the output projection.

points: 1.5
finding: the output projection) — missing
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + 2 * d_model * d_ff)
