"""Costs nothing.

finding: growth-not-positive
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return 0
