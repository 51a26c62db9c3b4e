"""Four operations of the softmax for each score.

points: 3.25
finding: softmax-charged(4)
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head + 4 * n_heads * n**2
