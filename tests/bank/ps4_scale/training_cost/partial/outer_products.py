"""Charges a column times a row for the gradient of W.

points: 1.5
finding: outer-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    attention, block = 4 * d_model**2, 2 * d_model * d_ff
    return 5 * n_layers * (attention + block)
