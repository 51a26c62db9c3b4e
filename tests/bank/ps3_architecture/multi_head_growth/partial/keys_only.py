"""Queries and outputs come for free.

points: 1
finding: queries-and-outputs-not-projected
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_s * (d_head * n_heads) ** 2 + n_t * n_s * d_head * n_heads
