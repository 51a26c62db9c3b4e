"""Adds a bias to every layer.

points: 1.5
finding: biases
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    weights = 2 * d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden
    biases = 2 * d_attn + d_out + d_hidden + 1
    return weights + biases
