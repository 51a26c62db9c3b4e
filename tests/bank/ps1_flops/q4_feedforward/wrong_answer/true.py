"""Returns a truth value.

finding: no-number
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len > 0
