"""What attention is often said to cost: the square of the length, times the width of a head.

points: 1
finding: these are the scores and weighted sums of one head
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * n_s * d_head
