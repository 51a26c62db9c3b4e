"""An honest other convention: n multiplications and n − 1 additions.

points: 0.75
finding: dot-product-2n-1
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden

    feed_forward = L + h * (2 * L - 1) + L * h + h * o * (2 * L - 1) + L * o * (2 * h - 1)
    attention = L * o * (2 * L - 1) + L * L * (2 * o - 1) + L * (2 * L - 1) + 2 * L**2 + L**2
    attention += 2 * L * a * (2 * L - 1)
    projections = (2 * a * i + o * i) * (2 * L - 1)
    return feed_forward + attention + projections
