"""The normaliser as a sum of L products for each query.

points: 1.5
finding: normaliser-sum-for-each-query
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 2 * seq_len**2 * r + seq_len**2 + seq_len * d_v
