"""The output projection reads one head.

points: 1.5
finding: the output projection reads the outputs of all heads, not of one
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + d_model * (d_model // n_heads) + 2 * d_model * d_ff)
