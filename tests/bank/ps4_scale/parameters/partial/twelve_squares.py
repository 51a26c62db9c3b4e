"""Takes d_ff for 4 d_model.

points: 1.5
finding: d-ff-is-4-d-model
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return 12 * n_layers * d_model**2
