"""Counts a multiply-add as one FLOP.

points: 1.5
finding: multiply-accumulates
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_hidden * (d_out + 1)
