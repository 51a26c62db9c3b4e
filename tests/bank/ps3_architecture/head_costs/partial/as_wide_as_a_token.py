"""Right where the heads together are as wide as a token.

points: 2
finding: width-of-a-head-fixed
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d**2


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d**2 + 4 * n**2 * d
