"""Forgets the output projection here only.

points: 3.75
finding: missing(the queries or the keys or the values or the output projection)
finding: right-given
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (3 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * n**2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (3 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * n * (n + 1) * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (3 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * t * d_model
