"""Treats the attention weights as constants.

points: 3.25
finding: not-free
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
        "dA": 0,
        "softmax": 0,
        "scale": 0,
        "dQ": 0,
        "dK": 0,
        "dWq": 0,
        "dWk": 0,
        "dWv": 2 * o * i * L,
    }
