"""One product, for which it takes two mistakes.

points: 0.5
finding: normaliser-missing
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len * d_v * r
