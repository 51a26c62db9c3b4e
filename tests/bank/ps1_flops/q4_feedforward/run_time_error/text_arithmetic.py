"""Adds a number and a text.

finding: raised(TypeError)
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden + "FLOPs"
