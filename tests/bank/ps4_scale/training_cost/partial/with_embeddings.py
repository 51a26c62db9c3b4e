"""Six for each of GPT-2 small's 124,439,808 parameters, nearly.

points: 1.5
finding: all-embeddings
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * (n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 51281 * d_model)
