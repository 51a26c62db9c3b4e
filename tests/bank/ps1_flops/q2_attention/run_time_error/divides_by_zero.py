"""Fails for some sizes only.

finding: raised(ZeroDivisionError)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in // (d_in - d_out)
