"""No weights.

finding: nothing-computed
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return 0
