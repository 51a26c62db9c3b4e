"""Counts the products of the forward pass.

points: 0.75
finding: ✓ seq_len·d_in·d_attn: 4, right: dWq, dWk
finding: these are the products of the forward pass
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    products = 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L * h * o + 2 * L * h
    return products
