"""Keys and values are made of a head's slice of the token.

points: 1
finding: keys-and-values-of-a-slice
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d_model = d_head * n_heads
    return n_t * d_model**2 + n_s * d_model * d_head + n_t * n_s * d_model
