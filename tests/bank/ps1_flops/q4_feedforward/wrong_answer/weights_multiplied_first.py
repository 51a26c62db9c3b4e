"""Multiplies the two weights first, as if nothing stood between them.

finding: weights-multiplied-first
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_hidden * d_out + 2 * seq_len * d_out
