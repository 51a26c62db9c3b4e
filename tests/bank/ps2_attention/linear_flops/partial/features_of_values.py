"""Gives the normaliser's dot product the length of a value.

points: 1.5
finding: size-in-place-of(the normalisers, d_v, r)
"""


def linear_attention_flops(seq_len, d_v, r):
    N = seq_len
    return 4 * N * d_v * r + N * r + 2 * N * d_v + N * d_v
