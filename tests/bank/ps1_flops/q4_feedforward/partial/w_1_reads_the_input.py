"""Lets W_1 read X.

points: 1
finding: d-in-for-d-out
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden * d_in + 2 * seq_len * d_hidden
