"""Counts the attention weights A.

finding: size-in-place-of(seq_len, d_out)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len**2
