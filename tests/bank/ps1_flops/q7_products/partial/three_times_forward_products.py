"""Counts forward and backward together, without the gradient of X.

points: 0.5
finding: forward-and-backward
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    products = 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L * h * o + 2 * L * h
    return 3 * products - (4 * L * a * i + 2 * L * o * i)
