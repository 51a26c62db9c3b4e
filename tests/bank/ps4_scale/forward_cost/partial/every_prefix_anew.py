"""Computes each token from its whole prefix.

points: 3.25
finding: prefixes-computed-again
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return n_layers * (8 * n * d_model**2 + 4 * n**2 * d_model + 4 * n * d_model * d_ff)
def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return sum(dense_flops(t, d_model, n_heads, n_layers, d_ff) for t in range(1, n + 1))
def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return dense_flops(1, d_model, n_heads, n_layers, d_ff) + n_layers * 4 * (t - 1) * d_model
