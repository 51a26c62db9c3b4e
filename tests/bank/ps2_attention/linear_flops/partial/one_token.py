"""The cost of one token.

points: 1.5
finding: this is for one token: a factor seq_len is missing
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * d_v * r + 3 * r + d_v
