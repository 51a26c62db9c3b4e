"""Counts dWq twice and forgets the product of A and dṼ.

points: 0.75
finding: one-of(gradient-of-x-through-q-or-k or counted-twice(dWq or dWk))
finding: missing(dV or dA)
finding: gradient-of-x-through-q-or-k
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    products = 2 * L * h * (2 * o + 1) + 2 * L * L * o + 4 * L * L * a + 6 * L * a * i + 2 * L * o * i
    return products + L + L * h + 5 * L * L
