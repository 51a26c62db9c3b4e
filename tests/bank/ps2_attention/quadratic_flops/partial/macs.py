"""Counts multiply–accumulates.

points: 0.75
finding: multiply-accumulates
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return seq_len**2 * r + 2 * seq_len**2 + seq_len**2 * d_v
