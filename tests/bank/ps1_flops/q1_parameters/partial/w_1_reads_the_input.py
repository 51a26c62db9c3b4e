"""Gives W_1 d_in columns, as if it read X.

points: 1
finding: size-in-place-of(W_1, d_in, d_out)
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + d_hidden * d_in + d_hidden
