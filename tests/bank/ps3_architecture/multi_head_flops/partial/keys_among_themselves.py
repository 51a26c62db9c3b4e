"""The n_s tokens look at one another.

points: 1.5
finding: self-attention
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = n_heads * d_head
    return 4 * (n_t + n_s) * d**2 + 4 * n_s**2 * d
