"""Charges N − 1 additions for the sum.

points: 2.25
finding: a sum of N numbers is charged N − 1 additions
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 3 * seq_len * r - r + seq_len * d_v
