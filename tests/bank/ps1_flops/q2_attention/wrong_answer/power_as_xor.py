"""Writes ^ for a power.

finding: no-polynomial
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = 2 * seq_len * d_in * (2 * d_attn + d_out)
    return projections + 2 * (seq_len ^ 2) * (d_attn + d_out)
