"""Floats, and no whole numbers."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d = float(d_head) * n_heads
    return 0.3 * (n_t + n_s) * d**2 + n_t * n_s * d / 3
