"""Slices of the input and of W_o, in the FLOPs only.

points: 2.5
finding: heads-see-a-slice-also-in-wo
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * n_heads * d_head**2 + 4 * n**2 * n_heads * d_head
