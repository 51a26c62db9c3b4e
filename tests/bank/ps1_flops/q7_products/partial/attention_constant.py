"""Treats the attention weights as constants.

points: 0.5
finding: attention-constant
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 4 * L * h
    attention = 2 * L**2 * o
    projections = 2 * L * o * i
    return feed_forward + attention + projections
