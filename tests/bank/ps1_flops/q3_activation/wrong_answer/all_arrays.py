"""Counts what the attention layer reads and forms.

finding: all-arrays
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * (d_in + 2 * d_attn + 2 * d_out) + 2 * seq_len**2
