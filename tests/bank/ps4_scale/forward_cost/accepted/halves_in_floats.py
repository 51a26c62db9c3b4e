"""Gets whole floats from a division."""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return n * decode_flops(n, d_model, n_heads, n_layers, d_ff)


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    mean = 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * (n + 1) / 2 * d_model
    return n * mean


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return 2 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 4 * n_layers * t * (d_model / n_heads) * n_heads
