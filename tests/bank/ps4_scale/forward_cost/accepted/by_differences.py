"""Decoding is what a longer causal text costs more; floats."""

def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    weights = d_model * (4 * d_model + 2 * d_ff)
    pairs = n / 2 + n**2 / 2
    return float(n_layers * (2 * n * weights + 2 * 2 * pairs * d_model))


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    sizes = (d_model, n_heads, n_layers, d_ff)
    return causal_flops(t, *sizes) - causal_flops(t - 1, *sizes)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    masked = n * (n - 1) // 2
    return causal_flops(n, d_model, n_heads, n_layers, d_ff) + 4.0 * masked * d_model * n_layers
