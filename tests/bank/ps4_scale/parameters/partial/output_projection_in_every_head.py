"""Has an output projection in every head.

points: 1.5
finding: one-of(output-projection-for-each-head or factor-extra(the queries or the keys or the values, n_heads))
finding: output-projection-for-each-head
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + n_heads * d_model**2 + 2 * d_model * d_ff)
