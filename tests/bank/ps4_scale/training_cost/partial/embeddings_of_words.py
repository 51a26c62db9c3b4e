"""Counts the embeddings of words.

points: 1.5
finding: word-embeddings
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * (n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 50_257 * d_model)
