"""Forms K^T V first, as if there were no softmax.

points: 2.5
finding: softmax-last
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n * n_heads * d_head**2
