"""The last token of a causal sequence.

points: 2.5
finding: last-token-only
"""


def weights(d_model, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * n * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * t * d_model
