"""Biases of queries, keys and values.

points: 2.25
finding: biases-of-queries-keys-values-charged
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = n_heads * d_head
    return 4 * (n_t + n_s) * d**2 + 4 * n_t * n_s * d + (n_t + 2 * n_s) * d
