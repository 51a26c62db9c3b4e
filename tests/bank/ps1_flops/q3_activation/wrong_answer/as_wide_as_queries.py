"""Gives the activation the width of a query.

finding: size-in-place-of(d_attn, d_out)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_attn
