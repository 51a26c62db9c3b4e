"""Counts in an integer of 16 bits.

finding: wraps-around(16)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return np.uint16(seq_len) * np.uint16(d_out)
