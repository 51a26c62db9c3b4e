"""Charges the column times the row 1 per entry, as in the ledger.

points: 0.75
finding: one-of(dh-costs-two or without-additions(dw2))
finding: dh-costs-two
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 3 * L * h
    attention = 4 * L**2 * (a + o)
    projections = 4 * L * a * i + 2 * L * o * i
    return feed_forward + attention + projections
