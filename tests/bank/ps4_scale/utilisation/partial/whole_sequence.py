"""Charges the sequence to each token.

points: 2.25
finding: per-sequence
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    per_token = n * (6 * weights + 12 * n_layers * n * d_model)
    return tokens_per_second * per_token / peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    flops = batch * (2 * weights + 4 * n_layers * t * d_model)
    numbers = weights + 2 * n_layers * t * d_model * batch
    return flops / (bytes_per_value * numbers)
