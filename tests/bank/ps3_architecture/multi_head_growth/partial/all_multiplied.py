"""One product of everything.

points: 1
finding: projecting is done for each token, not for each pair
finding: it grows too fast
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s * d_head * n_heads * d_head * n_heads
