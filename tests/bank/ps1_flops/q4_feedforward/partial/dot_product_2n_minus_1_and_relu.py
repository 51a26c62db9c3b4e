"""Two honest other conventions together.

points: 1
finding: ReLU or a bias of W_1 is charged; ReLU is free (P5), and there is no bias; and a dot product is charged 2n − 1
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_hidden * (2 * d_out - 1) + seq_len * (2 * d_hidden - 1) + seq_len * d_hidden
