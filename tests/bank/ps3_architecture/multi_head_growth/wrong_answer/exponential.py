"""A power of two.

finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return 2**n_t
