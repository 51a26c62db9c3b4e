"""The output projection reads one head.

points: 1.5
finding: one-of(output-projection-of-one-head or factor-missing(the queries or the keys or the values, n_heads))
finding: output-projection-of-one-head
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + d_model * (d_model // n_heads) + 2 * d_model * d_ff)
