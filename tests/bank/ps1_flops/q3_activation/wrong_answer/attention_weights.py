"""Counts the attention weights A.

finding: attention-weights
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len**2
