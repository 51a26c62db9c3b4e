"""Forgets that the block runs for every token.

points: 1
finding: this is for one token: a factor seq_len is missing
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_hidden * d_out + 2 * d_hidden
