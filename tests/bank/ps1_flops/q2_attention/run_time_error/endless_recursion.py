"""Calls itself with the same sizes.

finding: raised(RecursionError)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 1 + attention_flops(seq_len, d_in, d_attn, d_out, d_hidden)
