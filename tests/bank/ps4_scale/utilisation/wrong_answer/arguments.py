"""The peak and the batch, given back.

finding: this is argument 7
finding: decode_intensity
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    return peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    return batch
