"""The longer of the two lengths stands for both."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d = n_heads * d_head
    return d * max(n_t, n_s) * (d + min(n_t, n_s))
