"""Forgets the normaliser and the division.

points: 1.5
finding: normaliser-missing
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r
