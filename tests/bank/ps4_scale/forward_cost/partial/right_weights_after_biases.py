"""The own 1.1 counts biases, these counts don't. In decoding, the token doesn't see itself.

points: 3.75
given: parameters/partial/with_biases.py
finding: without-itself-in-decoding
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return n_layers * n * (8 * d_model**2 + 4 * d_model * d_ff + 4 * n * d_model)


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return n_layers * n * (8 * d_model**2 + 4 * d_model * d_ff + 2 * (n + 1) * d_model)


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return n_layers * (8 * d_model**2 + 4 * d_model * d_ff + 4 * (t - 1) * d_model)
