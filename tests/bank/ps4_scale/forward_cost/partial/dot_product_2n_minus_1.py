"""Charges 2n − 1 for a dot product throughout.

points: 3.75
finding: dot-product-2n-1
"""


def product(m, n, p):
    return m * p * (2 * n - 1)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    total = 3 * n_heads * product(n, d_model, d_head) + product(n, d_model, d_model)
    total += n_heads * (product(n, d_head, n) + product(n, n, d_head))
    return n_layers * (total + product(n, d_model, d_ff) + product(n, d_ff, d_model))


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return sum(decode_flops(t, d_model, n_heads, n_layers, d_ff) for t in range(1, n + 1))


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    total = 3 * n_heads * product(1, d_model, d_head) + product(1, d_model, d_model)
    total += n_heads * (product(1, d_head, t) + product(1, t, d_head))
    return n_layers * (total + product(1, d_model, d_ff) + product(1, d_ff, d_model))
