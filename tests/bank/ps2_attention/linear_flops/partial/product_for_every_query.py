"""Forms the product of V and the keys' features for every query.

points: 2
finding: the product of V with the keys' features is formed anew for every query
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * d_v * r + 2 * seq_len * d_v * r + 3 * seq_len * r + seq_len * d_v
