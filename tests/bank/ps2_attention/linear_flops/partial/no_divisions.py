"""Forgets the divisions.

points: 2
finding: missing(the divisions)
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 3 * seq_len * r
