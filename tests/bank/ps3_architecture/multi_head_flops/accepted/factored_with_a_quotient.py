"""4 d² (n_t + n_s)(1 + …): floats, rounded in the last digit."""

def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    return 4 * d**2 * (n_t + n_s) * (1 + n_t * n_s / (d * (n_t + n_s)))
