"""By one's own count of weights, without the output projection.

given: parameters/partial/no_output_projection.py
finding: GPT-2 small, one sequence: authored
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    return tokens_per_second * (6 * weights + 12 * n_layers * n * d_model) / peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    read = weights - n_layers * d_model**2
    flops = batch * (2 * weights + 4 * n_layers * t * d_model)
    return flops / (bytes_per_value * (read + 2 * n_layers * t * d_model * batch))
