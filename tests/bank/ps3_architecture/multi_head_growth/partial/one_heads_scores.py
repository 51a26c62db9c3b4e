"""The number of heads is missing in the attention term.

points: 1
finding: pairs-of-one-head
finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + n_t * n_s * d_head
