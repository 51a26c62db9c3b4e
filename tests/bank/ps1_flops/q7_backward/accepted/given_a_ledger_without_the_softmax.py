"""Adds up the lines of a ledger that takes the softmax to be free.

given: q7_ledger/partial/softmax_free.py
finding: right-given
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    feed_forward = 4 * seq_len * d_hidden * d_out + 3 * seq_len * d_hidden + seq_len
    attention = 4 * seq_len**2 * (d_out + d_attn) + seq_len**2
    return feed_forward + attention + 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
