"""Six times one's own N, in which the feed-forward block is far too large.

given: parameters/partial/feed_forward_far_too_large.py
finding: right-given
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * (4 * d_model**2 + 60 * d_model * d_ff)
