"""One product of everything.

points: 1
finding: projected-for-each-pair
finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s * d_head * n_heads * d_head * n_heads
