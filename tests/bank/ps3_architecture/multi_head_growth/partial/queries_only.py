"""Keys and values come for free.

points: 1
finding: keys-and-values-not-projected
finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * (d_head * n_heads) ** 2 + n_t * n_s * d_head * n_heads
