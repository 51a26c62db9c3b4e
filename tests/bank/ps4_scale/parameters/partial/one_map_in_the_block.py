"""Has one map in the feed-forward block.

points: 1.5
finding: one-map-missing
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + d_model * d_ff)
