"""The stub, as it was released.

finding: not-answered
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    raise NotImplementedError("Replace this line with your answer.")


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    raise NotImplementedError("Replace this line with your answer.")
