"""Both texts as one.

points: 1.5
finding: one-text
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    n, d = n_t + n_s, d_head * n_heads
    return 8 * n * d**2 + 4 * n**2 * d
