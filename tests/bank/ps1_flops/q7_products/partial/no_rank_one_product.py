"""Doesn't see that dH is a product.

points: 0.75
finding: one-of(dh-is-no-product or missing(dw2))
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 2 * L * h
    attention = 4 * L**2 * (a + o)
    projections = 4 * L * a * i + 2 * L * o * i
    return feed_forward + attention + projections
