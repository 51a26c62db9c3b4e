"""Follows from N without W_o, and forgets the weighted sums: the products with weights have 2n.

points: 2
given: parameters/partial/no_output_projection.py
finding: one-of-two-products
"""


def weights(d_model, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + 2 * d_model * d_ff)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n**2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * weights(d_model, n_layers, d_ff) + n_layers * n * (n + 1) * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * weights(d_model, n_layers, d_ff) + 2 * n_layers * t * d_model
