"""Charges biases.

points: 3.75
finding: biases
"""


def weights(d_model, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model + n * (n_layers * (5 * d_model + d_ff))


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n * (n + 1) * d_model + n * (n_layers * (5 * d_model + d_ff))


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * t * d_model + n_layers * (5 * d_model + d_ff)
