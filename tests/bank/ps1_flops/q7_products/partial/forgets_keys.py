"""Forgets the gradients of K and W_k.

points: 0.75
finding: missing(dQ or dK)
finding: missing(dWq or dWk)
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 4 * L * h
    attention = 2 * L**2 * a + 4 * L**2 * o
    projections = 2 * L * a * i + 2 * L * o * i
    return feed_forward + attention + projections
