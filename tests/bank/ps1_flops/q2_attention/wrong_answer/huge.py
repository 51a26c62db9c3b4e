"""Multiplies with a huge number.

finding: far-too-large
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 10**100 * seq_len
