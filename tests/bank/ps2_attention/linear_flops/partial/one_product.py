"""Counts one of the two products.

points: 2
finding: only one of the two products is there
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * d_v * r + 3 * seq_len * r + seq_len * d_v
