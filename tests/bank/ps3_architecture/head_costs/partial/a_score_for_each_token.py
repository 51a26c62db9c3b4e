"""L scores in a head.

points: 2.5
finding: one-score-for-each-token
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n * n_heads * d_head
