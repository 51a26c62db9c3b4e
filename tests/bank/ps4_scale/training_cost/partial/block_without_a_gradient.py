"""A product of the block is missing.

points: 1
finding: feed-forward-two-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    attention, block = 4 * d_model**2, 2 * d_model * d_ff
    return n_layers * (6 * attention + 4 * block)
