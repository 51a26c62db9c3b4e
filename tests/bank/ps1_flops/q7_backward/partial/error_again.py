"""Computes y − ŷ again.

points: 0.75
finding: error-computed-again
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 3 * L * h + 2 * L
    attention = 4 * L**2 * (a + o) + 5 * L**2
    projections = 4 * L * a * i + 2 * L * o * i
    return feed_forward + attention + projections
