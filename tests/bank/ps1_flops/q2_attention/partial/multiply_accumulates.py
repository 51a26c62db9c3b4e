"""Counts a multiply-add as one FLOP.

points: 3
finding: multiply-accumulates
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = seq_len * d_in * (2 * d_attn + d_out)
    return projections + seq_len**2 * (d_attn + d_out)
