"""Forgets that the block runs for every token.

points: 1
finding: factor-missing(seq_len)
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_hidden * d_out + 2 * d_hidden
