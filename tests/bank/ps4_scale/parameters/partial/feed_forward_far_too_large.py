"""Thirty times the weights of the feed-forward block.

points: 1.5
finding: n_heads·n_layers·d_ff·d_head: wrong-term(60)
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 60 * d_model * d_ff)
