"""n − 1 additions in every sum and dot product: one convention.

points: 2.25
finding: one-addition-saved
"""


def linear_attention_flops(seq_len, d_v, r):
    products = d_v * r * (2 * seq_len - 1) + d_v * seq_len * (2 * r - 1)
    normalisers = r * (seq_len - 1) + seq_len * (2 * r - 1)
    return products + normalisers + d_v * seq_len
