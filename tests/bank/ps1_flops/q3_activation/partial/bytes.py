"""Answers in bytes of single precision.

points: 0.75
finding: bytes-at-four
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_out
