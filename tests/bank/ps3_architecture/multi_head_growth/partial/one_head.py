"""All of it for a single head.

points: 1.5
finding: one-head
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * d_head**2 + n_t * n_s * d_head
