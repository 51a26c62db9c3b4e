"""Projections as multiply–accumulates, and no W_o.

points: 1.5
finding: projections-without-additions-and-wo
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    D = d_head * n_heads
    projections = n_t * D * D + 2 * n_s * D * D
    attention = 4 * n_t * n_s * D
    return projections + attention
