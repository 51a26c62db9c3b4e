"""Half of the scores and of the weighted sums, as in a causal sequence.

points: 2.25
finding: weighted-sums-left-out
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    N = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    per_token = 6 * N + 6 * n * d_model * n_layers
    return tokens_per_second * per_token / peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    N = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    flops = batch * (2 * N + 4 * t * d_model * n_layers)
    read = N + batch * 2 * t * d_model * n_layers
    return flops / (read * bytes_per_value)
