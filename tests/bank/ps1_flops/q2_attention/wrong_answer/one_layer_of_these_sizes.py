"""Puts in the sizes of the example and returns the number.

finding: nothing-computed
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 3630
