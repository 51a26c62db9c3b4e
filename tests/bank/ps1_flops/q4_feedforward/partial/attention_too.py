"""Counts the whole layer.

points: 1
finding: counted-as-well(q2_attention)
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = 2 * seq_len * (d_in * (2 * d_attn + d_out) + seq_len * (d_attn + d_out))
    return attention + 2 * seq_len * d_hidden * (d_out + 1)
