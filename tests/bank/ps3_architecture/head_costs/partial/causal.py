"""Token t looks at t tokens.

points: 2.5
finding: causal-mask
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 2 * n * (n + 1) * n_heads * d_head
