"""Counts multiply–accumulates.

points: 2.25
finding: multiply-accumulates
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * d_v * r + 2 * seq_len * r + seq_len * d_v
