"""The weights in bytes, four for each number.

points: 3.75
finding: bytes(4)
"""


def head_weights(n, d, n_heads, d_head):
    return 16 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n * n * n_heads * d_head
