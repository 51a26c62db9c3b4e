"""Reads a list past its end.

finding: raised(IndexError)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return [seq_len, d_out][2]
