"""One weight per token.

finding: there is a weight for every pair of tokens
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * (r + 1 + d_v)
