"""A full projection for each head.

points: 1
finding: heads-of-full-width
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 * n_heads + n_t * n_s * d_head * n_heads
