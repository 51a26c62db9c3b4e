"""The feed-forward block, and a term that is nowhere near any count of weights.

points: 1.5
finding: n_heads·n_layers: you have 1000000000000, expected 0: this term does not belong
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * d_model * d_ff + 10**12 * n_layers * n_heads
