"""A reciprocal for each token, and a multiplication for each entry.

points: 2
finding: reciprocals
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 3 * seq_len * r + seq_len * (1 + d_v)
