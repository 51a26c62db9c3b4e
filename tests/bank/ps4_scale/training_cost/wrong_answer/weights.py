"""Returns N.

finding: asks-for(parameters)
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
