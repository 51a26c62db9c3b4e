"""One length stands for both.

points: 1
finding: pairs-of-self-attention
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * (d_head * n_heads) ** 2 + n_t**2 * d_head * n_heads
