"""Returns the lines instead of their sum.

finding: no-number
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {'dyhat': L, 'dw2': 2 * L * h, 'dH': L * h}
