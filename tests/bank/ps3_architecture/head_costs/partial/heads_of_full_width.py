"""Heads as wide as a token.

points: 3.5
finding: heads-as-wide-as-a-token
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * n_heads * d**2


def head_flops(n, d, n_heads, d_head):
    return 8 * n * n_heads * d**2 + 4 * n**2 * n_heads * d
