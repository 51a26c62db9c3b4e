"""Counts one product in multiply–accumulates.

points: 2.25
finding: one-product-as-macs
"""


def linear_attention_flops(seq_len, d_v, r):
    return seq_len * (3 * d_v * r + 3 * r + d_v)
