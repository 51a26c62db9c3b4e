"""Bytes of an array as wide as the queries: a unit is no array.

finding: size-ignored(d_out)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn
