"""An honest other convention: the factor −2 is not charged.

points: 0.75
finding: factor-two-or-2n-minus-1
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 3 * L * h
    attention = 4 * L**2 * (a + o) + 5 * L**2
    projections = 4 * L * a * i + 2 * L * o * i
    return feed_forward + attention + projections
