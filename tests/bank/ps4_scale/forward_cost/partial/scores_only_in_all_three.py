"""2N + 2 n_layers n d_model for each token, in all three: no weighted sums.

points: 2
finding: one-of-two-products
"""

def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return n * (2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * n * d_model)


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + n_layers * n * (n + 1) * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * t * d_model
