"""The factor 1/√e, on the queries.

points: 2.25
finding: scale-charged-on-queries
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = n_heads * d_head
    return 4 * (n_t + n_s) * d**2 + 4 * n_t * n_s * d + n_t * d
