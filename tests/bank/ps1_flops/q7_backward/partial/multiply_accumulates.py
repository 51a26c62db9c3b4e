"""Counts a multiply-add as one FLOP, in products and in row dot products.

points: 0.75
finding: multiply-accumulates
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 2 * L * h * o + 2 * L * h + L
    attention = 2 * L**2 * (a + o) + 4 * L**2
    projections = 2 * L * a * i + L * o * i
    return feed_forward + attention + projections
