"""One product, for which it takes two mistakes.

finding: the normaliser is forgotten; and one of the two
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * d_v * r
