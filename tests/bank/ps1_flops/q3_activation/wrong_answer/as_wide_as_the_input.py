"""Gives the activation the width of a token.

finding: size-in-place-of(d_in, d_out)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_in
