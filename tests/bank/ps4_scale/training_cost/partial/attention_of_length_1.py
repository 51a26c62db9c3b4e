"""Three times a sequence of one token.

points: 1
finding: pairs-of-one-token
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 12 * n_layers * d_model
