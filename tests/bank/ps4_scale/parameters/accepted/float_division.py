"""Divides with /, which gives a whole float."""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    d_head = d_model / n_heads
    per_layer = 4 * n_heads * d_model * d_head + 2 * d_model * d_ff
    return per_layer * n_layers
