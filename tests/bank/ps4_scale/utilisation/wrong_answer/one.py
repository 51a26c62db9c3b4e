"""Always 1, in the form of a complex number, or nearly.

finding: GPT-2 small, one sequence: numbers-differ
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    return 1 + 0j


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    return 1 / (1 + 1e-12 * t)
