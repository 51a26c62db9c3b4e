"""A map of e × e for each head, in place of its three maps and W_o.

points: 3
finding: one-block-for-each-head
"""


def head_weights(n, d, n_heads, d_head):
    return n_heads * d_head**2


def head_flops(n, d, n_heads, d_head):
    projected = 3 * n_heads * 2 * n * d * d_head
    pairs = 2 * n_heads * 2 * n**2 * d_head
    return projected + pairs + 2 * n * n_heads * d_head * d
