"""Counts one of the two products.

points: 2
finding: missing(the product of V with the keys' features or the product with the queries' features)
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * d_v * r + 3 * seq_len * r + seq_len * d_v
