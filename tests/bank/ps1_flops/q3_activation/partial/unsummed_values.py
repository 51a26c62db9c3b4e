"""Counts the weighted values before they are summed.

points: 0.5
finding: factor-extra(seq_len)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len**2 * d_out
