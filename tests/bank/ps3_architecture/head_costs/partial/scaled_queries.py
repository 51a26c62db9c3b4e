"""The factor 1/√e, on the queries.

points: 3.25
finding: scale-charged-on-queries
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head + n * n_heads * d_head
