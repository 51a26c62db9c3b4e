"""Two honest other conventions together.

points: 1.5
finding: one-of(dot-product-2n-1(the product with w_2) or together(relu-or-bias-charged or dot-product-2n-1))
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_hidden * (2 * d_out - 1) + seq_len * (2 * d_hidden - 1) + seq_len * d_hidden
