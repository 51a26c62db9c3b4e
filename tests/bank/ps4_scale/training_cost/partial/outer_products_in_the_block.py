"""The gradients of the block's weights are columns times rows.

points: 1.5
finding: feed-forward-outer-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return n_layers * (24 * d_model**2 + 10 * d_model * d_ff)
