"""Charges L − 1 additions for the sum.

points: 2.25
finding: sums-of-n-minus-1
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 3 * seq_len * r - r + seq_len * d_v
