"""Two of the sizes, multiplied.

finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s
