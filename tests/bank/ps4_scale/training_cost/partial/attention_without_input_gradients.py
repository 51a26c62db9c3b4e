"""No gradient for the inputs of the maps of attention.

points: 1
finding: attention-two-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return n_layers * (16 * d_model**2 + 12 * d_model * d_ff)
