"""Counts the pairs of a mask."""


def weights(d_model, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    return 2 * n * n_layers * (4 * d_model**2 + 2 * d_model * d_ff) + 2 * n_layers * int(np.ones((n, n)).sum()) * 2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    pairs = int(np.tril(np.ones((n, n))).sum())
    return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * pairs * d_model


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    before = causal_flops(t - 1, d_model, n_heads, n_layers, d_ff)
    return causal_flops(t, d_model, n_heads, n_layers, d_ff) - before
