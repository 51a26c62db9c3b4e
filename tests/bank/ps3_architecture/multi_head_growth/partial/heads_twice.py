"""The attention term times the heads again.

points: 1
finding: pairs-of-full-width
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + n_t * n_s * d_head * n_heads * n_heads
