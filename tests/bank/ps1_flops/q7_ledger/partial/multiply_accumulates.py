"""Counts a multiply-add as one FLOP.

points: 4.5
finding: multiply-accumulates
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": h * L,
        "dH": L * h,
        "relu": 0,
        "dW1": h * o * L,
        "dVt": L * o * h,
        "dV": L * o * L,
        "dA": L * L * o,
        "softmax": 4 * L * L,
        "scale": L * L,
        "dQ": L * a * L,
        "dK": L * a * L,
        "dWq": a * i * L,
        "dWk": a * i * L,
        "dWv": o * i * L,
    }
