"""Leaves out dK and dWk, and charges 1 per entry of dH. Products without additions cost the same.

points: 0.5
finding: without-additions(dQ or dK or dWq or dWk, dw2 or dH, dQ or dK or dWq or dWk)
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    dw2 = 2 * L * d_hidden
    dH = L * d_hidden
    dW1 = dVt = 2 * L * d_hidden * d_out
    dV = dA = 2 * L * L * d_out
    dQ = 2 * L * L * d_attn
    dWq = 2 * L * d_attn * d_in
    dWv = 2 * L * d_out * d_in
    return dw2 + dH + dW1 + dVt + dV + dA + dQ + dWq + dWv
