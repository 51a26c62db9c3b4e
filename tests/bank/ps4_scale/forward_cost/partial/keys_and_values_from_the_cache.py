"""In decoding only the query is projected.

points: 3.75
finding: keys-and-values-from-cache
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return n_layers * (8 * n * d_model**2 + 4 * n**2 * d_model + 4 * n * d_model * d_ff)


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return n_layers * (8 * n * d_model**2 + 2 * n * (n + 1) * d_model + 4 * n * d_model * d_ff)


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 4 * t * d_model + 4 * d_model * d_ff)
