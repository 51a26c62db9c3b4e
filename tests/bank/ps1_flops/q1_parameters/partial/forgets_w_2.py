"""Forgets the last layer's weights.

points: 1.5
finding: in short: w_2 — missing
finding: d_hidden: you have 0, expected 1: w_2 — missing
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + d_hidden * d_out
