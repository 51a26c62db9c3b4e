"""A product of three factors, less the one term that it has too many."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    return d * (n_t + d) * (n_s + d) - d**3
