"""Multiplies each row with a full Jacobian of the softmax.

points: 0.75
finding: times-full-jacobian
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    return 4 * L * d_hidden + 4 * L * d_hidden * d_out + 4 * L * L * d_out + 4 * L * L * d_attn + 4 * L * d_attn * d_in + 2 * L * d_out * d_in + 2 * L ** 3
