"""Returns N.

finding: this is what parameters asks for
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
