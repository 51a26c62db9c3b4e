"""Charges L − 1 additions for a sum.

points: 0.75
finding: sums-of-n-minus-1
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * (r + 1 + d_v) - seq_len
