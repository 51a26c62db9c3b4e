"""Counts a W_o of full width for every head; the FLOPs follow.

points: 3.5
finding: factor-extra(W_o, n_heads)
finding: accepted
"""


def head_weights(n, d, n_heads, d_head):
    return 3 * n_heads * d * d_head + n_heads * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    weights = head_weights(n, d, n_heads, d_head)
    return 2 * n * weights + 4 * n_heads * n**2 * d_head
