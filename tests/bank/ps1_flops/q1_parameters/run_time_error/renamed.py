"""Renames the function, so there is no answer under the name asked for.

finding: the answer cell: authored
"""


def parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden
