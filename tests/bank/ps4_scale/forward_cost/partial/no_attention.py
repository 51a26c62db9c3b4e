"""Two FLOPs per weight, three times.

points: 2
finding: two-flops-per-weight
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 0


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 0


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 0
