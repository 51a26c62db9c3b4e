"""Takes w_2 for a matrix of the shape of W_1.

points: 1
finding: w2-as-matrix
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + 2 * d_hidden * d_out
