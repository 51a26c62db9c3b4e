"""The tokens that ask are asked as well.

points: 1.5
finding: ask-themselves-too
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d, keys = n_heads * d_head, n_t + n_s
    return 4 * n_t * d**2 + 4 * keys * d**2 + 4 * n_t * keys * d
