"""Believes that backward costs what forward costs.

points: 0.25
finding: forward-cost
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    forward = 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L * h * o + 2 * L * h + 3 * L
    return forward
