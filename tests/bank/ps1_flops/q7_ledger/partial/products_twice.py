"""Every matrix product twice: one mistake in ten lines.

points: 3
finding: times-number(2)
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": 4 * h * L,
        "dH": L * h,
        "relu": 0,
        "dW1": 4 * h * o * L,
        "dVt": 4 * L * o * h,
        "dV": 4 * L * o * L,
        "dA": 4 * L * L * o,
        "softmax": 4 * L * L,
        "scale": L * L,
        "dQ": 4 * L * a * L,
        "dK": 4 * L * a * L,
        "dWq": 4 * a * i * L,
        "dWk": 4 * a * i * L,
        "dWv": 4 * o * i * L,
    }
