"""The projections of one token.

points: 2.5
finding: projections-of-one-token
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * d * n_heads * d_head + 4 * n**2 * n_heads * d_head
