"""Uses a size that it doesn't have.

finding: raised(NameError)
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    return 4 * (n_t + n_s) * d_model**2 + 4 * n_t * n_s * d_model
