"""Cancels where the lengths are equal.

finding: growth-not-positive
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t - n_s) ** 2 * d_head * n_heads
