"""Returns millions of weights.

finding: no-whole-number
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff) / 1e6
