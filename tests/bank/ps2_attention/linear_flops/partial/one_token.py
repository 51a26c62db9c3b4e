"""The cost of one token.

points: 1.5
finding: factor-missing(seq_len)
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * d_v * r + 3 * r + d_v
