"""Charges an exponential.

points: 0.75
finding: n-squared-too-many
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return seq_len**2 * (2 * r + 2 * d_v + 3)
