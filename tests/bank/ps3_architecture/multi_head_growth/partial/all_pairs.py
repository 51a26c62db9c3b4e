"""All pairs of the two sequences together.

points: 1
finding: pairs-of-all-tokens
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + (n_t + n_s) ** 2 * d_head * n_heads
