"""Gives the size of its input.

finding: asks-for(q3_activation)
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_out
