"""Counts what is there, and a lot that isn't: three terms cost no more than half.

finding: seq_len²: wrong-term
"""


def linear_attention_flops(seq_len, d_v, r):
    right = 4 * seq_len * d_v * r + 3 * seq_len * r + seq_len * d_v
    return right + 13 * seq_len**2 + 17 * d_v + 19 * r**2
