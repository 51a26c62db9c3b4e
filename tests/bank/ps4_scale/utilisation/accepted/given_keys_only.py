"""Right but for the values, forgotten in the cache already.

given: grouped_queries/partial/keys_only.py
finding: GPT-2 small, one sequence: authored
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    per_token = 6 * weights + 12 * n_layers * n * d_model
    return tokens_per_second * per_token / peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    flops = batch * (2 * weights + 4 * n_layers * t * d_model)
    numbers = weights + n_layers * t * d_model * batch
    return flops / (bytes_per_value * numbers)
