"""Asks numpy how many bytes the array takes.

points: 0.75
finding: bytes-at-eight
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return np.zeros((seq_len, d_out)).nbytes
