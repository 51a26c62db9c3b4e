"""Counts one token's row.

finding: one-token
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_out
