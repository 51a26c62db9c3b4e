"""Gives the activation the width of a query.

points: 0.5
finding: d-attn-for-d-out
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_attn
