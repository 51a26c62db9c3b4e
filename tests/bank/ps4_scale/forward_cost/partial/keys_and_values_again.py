"""Computes all keys and values again in a step of decoding.

points: 3.5
finding: cache-computed-again
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * n**2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * n * (n + 1) * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * t * d_model + 4 * n_layers * (t - 1) * d_model**2
