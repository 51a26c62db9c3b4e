"""Forgets the loss.

points: 1.5
finding: missing(the loss)
finding: seq_len: wrong-term
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out)
    feed_forward = 2 * seq_len * d_hidden * (d_out + 1)
    return attention + feed_forward
