"""Counts the attention weights A.

finding: this is the size of the attention weights A
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len**2
