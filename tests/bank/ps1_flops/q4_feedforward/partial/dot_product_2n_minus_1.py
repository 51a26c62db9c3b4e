"""An honest other convention: n multiplications and n − 1 additions.

points: 1.5
finding: dot-product-2n-1
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_hidden * (2 * d_out - 1) + seq_len * (2 * d_hidden - 1)
