"""Left as it was.

finding: not answered yet
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    raise NotImplementedError
