"""Answers in bytes of single precision.

finding: these are bytes
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_out
