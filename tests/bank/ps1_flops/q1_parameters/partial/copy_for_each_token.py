"""Believes that every token has weights of its own.

points: 1
finding: weights-for-each-token
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * (2 * d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden)
