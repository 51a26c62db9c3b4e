"""Halves of doubles: a float without a fraction."""


def head_weights(n, d, n_heads, d_head):
    return (8 * d * n_heads * d_head) / 2


def head_flops(n, d, n_heads, d_head):
    macs = n * head_weights(n, d, n_heads, d_head) + 2 * n_heads * n * n * d_head
    return macs * 2.0
