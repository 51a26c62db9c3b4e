"""Gives W_1 a bias, or counts w_2 twice.

points: 1.5
finding: bias-of-w1
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_in * (2 * d_attn + d_out) + d_hidden * (d_out + 1) + d_hidden
