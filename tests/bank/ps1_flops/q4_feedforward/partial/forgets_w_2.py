"""Stops after the hidden layer.

points: 1
finding: missing(the product with w_2)
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden * d_out
