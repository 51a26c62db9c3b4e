"""One layer.

points: 1
finding: factor-missing(n_layers)
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    attention, block = 4 * d_model**2, 2 * d_model * d_ff
    return 6 * (attention + block)
