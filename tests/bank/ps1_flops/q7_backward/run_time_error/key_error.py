"""Sums a line that its ledger doesn't have.

finding: raised(KeyError)
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    lines = {'dyhat': L, 'dH': L * h}
    return lines['dyhat'] + lines['dW1']
