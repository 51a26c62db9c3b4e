"""Stops at the weights.

points: 0.67
finding: the weighted sum of the values is forgotten
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + 2 * seq_len**2
