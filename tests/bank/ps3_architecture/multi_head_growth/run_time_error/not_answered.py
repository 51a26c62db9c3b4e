"""Left as it was.

finding: not-answered
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    raise NotImplementedError
