"""Lets each head read a slice of the tokens only.

points: 3.5
finding: heads-see-a-slice
"""


def head_weights(n, d, n_heads, d_head):
    return 3 * n_heads * d_head**2 + n_heads * d_head * d


def head_flops(n, d, n_heads, d_head):
    return 6 * n * n_heads * d_head**2 + 2 * n * n_heads * d_head * d + 4 * n**2 * n_heads * d_head
