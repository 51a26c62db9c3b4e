"""The softmax without the dot products of its rows.

points: 0.75
finding: dot-products-of-rows-missing
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    loss = L
    block = 3 * L * d_hidden + 4 * L * d_hidden * d_out
    mix = 4 * L * L * (d_attn + d_out)
    softmax = 2 * L * L + L * L  # subtract, multiply; scale
    maps = 2 * L * d_in * (2 * d_attn + d_out)
    return loss + block + mix + softmax + maps
