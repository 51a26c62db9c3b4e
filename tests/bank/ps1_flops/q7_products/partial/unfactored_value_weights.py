"""Sums over queries and tokens again for every weight of W_v.

points: 0.5
finding: sum-over-queries-done-once
finding: missing(dV or dA)
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 4 * L * h
    attention = 4 * L**2 * a + 2 * L**2 * o
    projections = 4 * L * a * i + 2 * L**2 * o * i
    return feed_forward + attention + projections
