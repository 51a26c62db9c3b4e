"""Gives the activation the width of a token.

finding: in short: d_in stands where d_out belongs
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_in
