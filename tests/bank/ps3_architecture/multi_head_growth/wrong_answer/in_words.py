"""The class as a text.

finding: growth-is-no-number
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return "O(n_t * d**2 + n_t * n_s * d)"
