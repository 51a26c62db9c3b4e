"""Computes the scores again in the backward pass, as FlashAttention does.

points: 0.75
finding: scores-again
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    again = 2 * L * L * d_attn
    return again + L * (4 * d_hidden + 4 * d_hidden * d_out + 4 * L * (d_out + d_attn) + 2 * d_in * (2 * d_attn + d_out))
