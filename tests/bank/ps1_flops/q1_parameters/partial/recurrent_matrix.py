"""Counts an RNN's matrix from hidden to hidden as well, which no other mistake explains.

points: 1.5
finding: wrong-term
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + d_hidden * d_hidden + d_hidden * d_out + d_hidden
