"""One weight per token.

points: 0.5
finding: factor-missing(seq_len)
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * (r + 1 + d_v)
