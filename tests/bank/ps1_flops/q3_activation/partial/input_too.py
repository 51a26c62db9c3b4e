"""Hands X over as well.

points: 0.5
finding: x-as-well
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_out + seq_len * d_in
