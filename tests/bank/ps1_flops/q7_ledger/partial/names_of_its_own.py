"""Calls a line by another name.

points: 5.25
finding: dVt: line-missing
finding: other-lines: charged-line
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": 2 * h * L,
        "dH": L * h,
        "relu": 0,
        "dW1": 2 * h * o * L,
        "dV": 2 * L * o * L,
        "dA": 2 * L * L * o,
        "softmax": 4 * L * L,
        "scale": L * L,
        "dQ": 2 * L * a * L,
        "dK": 2 * L * a * L,
        "dWq": 2 * a * i * L,
        "dWk": 2 * a * i * L,
        "dWv": 2 * o * i * L,
        "dV_tilde": 2 * L * o * h,
    }
