"""Keeps dV, and sums over queries and tokens again for every weight of W_v.

points: 0.75
finding: sum-over-queries-done-once
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 3 * L * h + L
    attention = 4 * L**2 * a + 4 * L**2 * o + 5 * L**2
    projections = 4 * L * a * i + 2 * L**2 * o * i
    return feed_forward + attention + projections
