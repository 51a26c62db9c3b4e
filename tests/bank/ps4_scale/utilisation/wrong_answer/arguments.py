"""The peak and the batch, given back.

finding: given-back
finding: GPT-2 small, one sequence: numbers-differ
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    return peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    return batch
