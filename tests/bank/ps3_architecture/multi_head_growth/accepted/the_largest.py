"""The largest of the terms is as large as their sum, up to a factor."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    return max(n_t * d * d, n_s * d * d, n_t * n_s * d)
