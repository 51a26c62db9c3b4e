"""Divides by normalisers, and forgets to compute them.

points: 2
finding: missing
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + d_v * seq_len
