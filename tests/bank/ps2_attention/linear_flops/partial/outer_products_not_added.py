"""Outer products v gᵀ, 1 for each entry; their sum over the tokens is forgotten.

points: 2.25
finding: one-product-as-macs
"""


def linear_attention_flops(seq_len, d_v, r):
    state = seq_len * d_v * r  # outer products, P3
    z = seq_len * r
    return state + z + 2 * seq_len * d_v * r + 2 * seq_len * r + seq_len * d_v
