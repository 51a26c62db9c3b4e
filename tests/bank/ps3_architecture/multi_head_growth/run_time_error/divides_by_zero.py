"""A size that never is.

finding: raised(ZeroDivisionError)
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s / (d_head - d_head)
