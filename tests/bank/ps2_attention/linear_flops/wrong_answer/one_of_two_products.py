"""One product, for which it takes two mistakes.

finding: normaliser-missing
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * d_v * r
