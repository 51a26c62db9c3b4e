"""Four for each weight.

points: 1
finding: two-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 4 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
