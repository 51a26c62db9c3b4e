"""Takes w_2 for a matrix of the shape of W_1.

points: 1
finding: w2-as-matrix
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_hidden * d_out
