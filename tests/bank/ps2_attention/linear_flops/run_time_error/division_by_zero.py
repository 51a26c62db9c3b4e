"""Divides by nothing.

finding: raised(ZeroDivisionError)
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r / (r - r)
