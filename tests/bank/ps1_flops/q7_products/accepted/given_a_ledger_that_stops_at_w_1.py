"""Adds up the products of a ledger that doesn't carry the gradient through W_1.

given: q7_ledger/partial/stops_at_w_1.py
finding: right-given
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    feed_forward = 2 * seq_len * d_hidden * d_out + 4 * seq_len * d_hidden
    attention = 4 * seq_len**2 * (d_out + d_attn)
    return feed_forward + attention + 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
