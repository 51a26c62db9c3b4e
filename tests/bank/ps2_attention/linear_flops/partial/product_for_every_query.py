"""Forms the product of V and the keys' features for every query.

points: 1.5
finding: one-of(product-for-each-query or factor-extra(the product with the queries' features, seq_len))
finding: product-for-each-query
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * d_v * r + 2 * seq_len * d_v * r + 3 * seq_len * r + seq_len * d_v
