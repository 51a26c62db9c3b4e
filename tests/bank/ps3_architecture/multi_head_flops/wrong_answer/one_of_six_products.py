"""One product, for which it takes two mistakes.

finding: the projections are forgotten: they are products too; and one of the two (the scores, the weighted sums) — missing
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    return 2 * n_t * n_s * d_head * n_heads
