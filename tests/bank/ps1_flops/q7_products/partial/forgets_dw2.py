"""Leaves out dw2, which costs as much as dH.

points: 0.75
finding: one-of(dh-is-no-product or missing(dw2))
finding: dh-is-no-product
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    dH, dW1, dVt = 2 * L * h, 2 * h * L * o, 2 * L * h * o
    dV = dA = 2 * L * L * o
    dQ = dK = 2 * L * L * a
    dWq = dWk = 2 * a * L * i
    dWv = 2 * o * L * i
    return dH + dW1 + dVt + dV + dA + dQ + dK + dWq + dWk + dWv
