"""The weighted sums, and nothing else.

points: 0.25
finding: sums-and-divisions-free
finding: missing(the products of features)
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * d_v
