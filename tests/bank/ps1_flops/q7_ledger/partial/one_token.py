"""Counts the projections for one token.

points: 4.75
finding: dWq: wrong-line
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": 2 * h * L,
        "dH": L * h,
        "relu": 0,
        "dW1": 2 * h * o * L,
        "dVt": 2 * L * o * h,
        "dV": 2 * L * o * L,
        "dA": 2 * L * L * o,
        "softmax": 4 * L * L,
        "scale": L * L,
        "dQ": 2 * L * a * L,
        "dK": 2 * L * a * L,
        "dWq": 2 * a * i,
        "dWk": 2 * a * i,
        "dWv": 2 * o * i,
    }
