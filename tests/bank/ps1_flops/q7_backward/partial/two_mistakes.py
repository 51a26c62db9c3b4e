"""Counts dWq twice and forgets the product of A and dṼ.

points: 1.5
finding: the gradient of X through Q or K is included (B1); or one of the two (dWq, dWk) — counted twice; and one of the two (dV, dA) — missing
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    products = 2 * L * h * (2 * o + 1) + 2 * L * L * o + 4 * L * L * a + 6 * L * a * i + 2 * L * o * i
    return products + L + L * h + 5 * L * L
