"""Counts multiply–accumulates throughout: charged once.

points: 3.75
finding: multiply-accumulates
finding: right-given
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return (2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * n**2 * d_model) // 2


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return (2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * n * (n + 1) * d_model) // 2


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return (2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * t * d_model) // 2
