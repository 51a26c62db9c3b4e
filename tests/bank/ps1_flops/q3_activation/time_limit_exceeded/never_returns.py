"""Waits for a number that it never reaches.

finding: not-in-time
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    size = 0
    while size != seq_len * d_out + 1 / 2:
        size += 1
    return size
