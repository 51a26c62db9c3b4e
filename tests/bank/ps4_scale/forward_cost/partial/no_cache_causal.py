"""Decoding computes the whole sequence.

points: 3
finding: all-computed-again-causally
"""


def weights(d_model, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n * (n + 1) * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * t * weights(d_model, n_layers, d_ff) + 2 * n_layers * t * (t + 1) * d_model
