"""What attention is often said to cost: the square of the length, times the width of a head.

points: 1
finding: scores-of-one-head-only
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s * d_head
