"""Charges an RNN's product from hidden to hidden at each token, which no other mistake explains.

points: 1
finding: wrong-term
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * (2 * d_out * d_hidden + 2 * d_hidden * d_hidden + 2 * d_hidden)
