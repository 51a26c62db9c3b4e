"""The cost of one token.

finding: this is the cost for one token
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * d_v * r + 3 * r + d_v
