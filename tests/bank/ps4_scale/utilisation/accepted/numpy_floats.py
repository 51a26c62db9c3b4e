"""Numpy floats."""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    per_layer = np.array([24 * d_model**2, 12 * d_model * d_ff, 12 * n * d_model], dtype=float)
    return np.float64(tokens_per_second) * n_layers * per_layer.sum() / peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    weights = np.float64(4 * d_model**2 + 2 * d_model * d_ff)
    context = np.float64(2 * t * d_model)
    return (2 * batch * (weights + context)) / (bytes_per_value * (weights + batch * context))
