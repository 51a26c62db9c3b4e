"""Keys and values come for free.

points: 1
finding: keys and values are projected too
finding: with n_s and d_head growing alike and n_t and n_heads fixed it grows too slowly
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return n_t * (d_head * n_heads) ** 2 + n_t * n_s * d_head * n_heads
