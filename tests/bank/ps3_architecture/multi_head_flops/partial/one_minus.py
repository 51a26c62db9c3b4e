"""Charges 2n − 1 for a dot product.

points: 2.25
finding: dot-product-2n-1
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    projections = (2 * n_t + 2 * n_s) * d * (2 * d - 1)
    scores = n_heads * n_t * n_s * (2 * d_head - 1)
    return projections + scores + n_t * d * (2 * n_s - 1)
