"""Biases of queries, keys and values.

points: 3
finding: biases-of-queries-keys-values
finding: biases-of-queries-keys-values-charged
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head + 3 * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head + 3 * n * n_heads * d_head
