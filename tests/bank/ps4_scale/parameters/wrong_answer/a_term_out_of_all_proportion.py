"""The feed-forward block, and a term that is nowhere near any count of weights.

finding: n_heads·n_layers: wrong-term
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * d_model * d_ff + 10**12 * n_layers * n_heads
