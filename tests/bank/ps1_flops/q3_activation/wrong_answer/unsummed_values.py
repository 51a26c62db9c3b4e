"""Counts the weighted values before they are summed.

finding: in short: a factor seq_len is too many
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len**2 * d_out
