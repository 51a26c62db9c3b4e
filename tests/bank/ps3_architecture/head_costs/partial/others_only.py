"""A token attends to n − 1 others, not to itself.

points: 2.5
finding: not-with-itself
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n * (n - 1) * n_heads * d_head
