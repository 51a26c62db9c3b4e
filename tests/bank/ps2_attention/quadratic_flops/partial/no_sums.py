"""Forgets the sums.

points: 0.75
finding: missing(the sums over the keys or the divisions)
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + seq_len**2 + 2 * seq_len**2 * d_v
