"""Counts W_q and takes W_k to be the same matrix.

points: 1.5
finding: missing(W_q or W_k)
finding: d_in·d_attn: wrong-term
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden
