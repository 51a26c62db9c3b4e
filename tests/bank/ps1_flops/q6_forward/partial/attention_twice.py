"""Adds attention twice.

points: 1
finding: attention-twice
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out)
    feed_forward = 2 * seq_len * d_hidden * (d_out + 1)
    return 2 * attention + feed_forward + 3 * seq_len
