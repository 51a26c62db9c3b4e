"""The order of growth as text.

finding: no-number
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    return "n_t d^2 + n_s d^2 + n_t n_s d"
