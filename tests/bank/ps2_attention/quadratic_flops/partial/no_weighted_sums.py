"""Stops at the weights.

points: 0.75
finding: missing(the weighted sums)
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + 2 * seq_len**2
