"""Charges the multiplications of the last dot product only.

points: 1.5
finding: w2-without-additions
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden * d_out + seq_len * d_hidden
