"""The number of weights.

points: 1
finding: weights-in-memory
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return 4 * (d_head * n_heads) ** 2
