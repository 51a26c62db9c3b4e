"""Has the three maps of a gated block.

points: 1.5
finding: one-of(gated-feed-forward or counted-twice(the first map of the feed-forward block or the second map of the feed-forward block))
finding: gated-feed-forward
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 3 * d_model * d_ff)
