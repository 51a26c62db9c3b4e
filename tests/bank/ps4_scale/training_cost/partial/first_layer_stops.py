"""No gradient to the input of the first layer's queries, keys and values.

points: 1.5
finding: first-input-without-gradient
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) - 6 * d_model**2
