"""Charges the sum as a product with ones.

points: 2.25
finding: feature-sum-as-product
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 4 * seq_len * r + seq_len * d_v
