"""Two FLOPs for each weight and token, and the products without weights."""


def head_weights(n, d, n_heads, d_head):
    each = 3 * d * d_head
    return n_heads * each + n_heads * d_head * d


def head_flops(n, d, n_heads, d_head):
    with_weights = 2 * n * head_weights(n, d, n_heads, d_head)
    return with_weights + n_heads * 2 * (2 * n * n * d_head)
