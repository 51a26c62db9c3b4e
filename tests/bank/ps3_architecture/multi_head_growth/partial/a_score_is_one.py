"""A score costs a constant.

points: 1
finding: scores and weighted sums cost d_head for each pair and head
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + n_t * n_s * n_heads
