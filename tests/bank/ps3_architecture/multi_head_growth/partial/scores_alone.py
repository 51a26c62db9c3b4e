"""The number of scores.

points: 1
finding: scores-without-width
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s * n_heads
