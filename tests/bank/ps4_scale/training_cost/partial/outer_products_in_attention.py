"""Charges a column times a row for the gradients in attention.

points: 1.5
finding: attention-outer-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    attention, block = 4 * d_model**2, 2 * d_model * d_ff
    return n_layers * (5 * attention + 6 * block)
