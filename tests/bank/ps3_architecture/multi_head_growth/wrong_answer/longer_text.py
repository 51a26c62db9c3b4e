"""The longer of the two texts.

finding: it grows too slowly
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return max(n_t, n_s)
