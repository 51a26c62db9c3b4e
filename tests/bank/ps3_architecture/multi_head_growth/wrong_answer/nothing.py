"""Costs nothing.

finding: it is 0, whatever the sizes are
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return 0
