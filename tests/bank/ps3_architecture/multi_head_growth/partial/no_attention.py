"""The projections alone.

points: 1
finding: pairs-missing
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2
