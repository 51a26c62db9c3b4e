"""Queries against queries.

points: 1.5
finding: pairs-of-queries
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + n_t**2 * d_head * n_heads
