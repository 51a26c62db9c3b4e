"""Forms the sum of features for every query.

points: 1.5
finding: feature-sum-for-each-query
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + seq_len * seq_len * r + 2 * seq_len * r + seq_len * d_v
