"""The longer of the two texts.

finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return max(n_t, n_s)
