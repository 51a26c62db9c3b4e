"""Returns text.

finding: no-number
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return f"{n_layers * (4 * d_model**2 + 2 * d_model * d_ff)} weights"
