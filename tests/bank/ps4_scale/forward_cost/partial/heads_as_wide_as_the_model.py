"""Gives every head d_model numbers, in scores and weighted sums.

points: 3.25
finding: heads-of-full-width
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * n**2 * d_model * n_heads


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * n * (n + 1) * d_model * n_heads


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * t * d_model * n_heads
