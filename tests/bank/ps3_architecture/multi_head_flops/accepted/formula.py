"""The polynomial."""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    return 4 * n_t * d**2 + 4 * n_s * d**2 + 4 * n_t * n_s * d
