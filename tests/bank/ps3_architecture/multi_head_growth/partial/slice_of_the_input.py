"""A head reads only its slice of the token.

points: 1
finding: heads-see-a-slice
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * n_heads * d_head**2 + n_t * n_s * d_head * n_heads
