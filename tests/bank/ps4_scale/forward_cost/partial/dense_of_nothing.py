"""A dense sequence costs nothing; the other two are right.

points: 2.5
finding: nothing-computed
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 0


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * n * (n + 1) * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * t * d_model
