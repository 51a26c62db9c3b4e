"""Forgets the divisions.

points: 2
finding: the divisions are forgotten
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 3 * seq_len * r
