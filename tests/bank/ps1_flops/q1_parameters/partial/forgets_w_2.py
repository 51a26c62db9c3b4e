"""Forgets the last layer's weights.

points: 1.5
finding: missing(w_2)
finding: d_hidden: wrong-term
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + d_hidden * d_out
