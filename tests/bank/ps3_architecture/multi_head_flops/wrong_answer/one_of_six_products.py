"""One product, for which it takes two mistakes.

finding: projections-missing
finding: missing(the scores or the weighted sums)
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    return 2 * n_t * n_s * d_head * n_heads
