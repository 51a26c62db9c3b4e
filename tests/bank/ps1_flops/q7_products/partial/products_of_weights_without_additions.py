"""Charges dW1, dWq, dWk and dWv without additions.

points: 0.5
finding: without-additions(dWq or dWk or dWv, dW1 or dVt, dWq or dWk)
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    outer = L * d_hidden * d_out + 2 * L * d_attn * d_in + L * d_out * d_in
    rest = 4 * L * d_hidden + 2 * L * d_hidden * d_out + 4 * L * L * d_out + 4 * L * L * d_attn
    return outer + rest
