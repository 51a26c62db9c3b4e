"""Every line three times.

points: 3
finding: times-number(3)
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    lines = {
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
        "dWq": 2 * a * i * L,
        "dWk": 2 * a * i * L,
        "dWv": 2 * o * i * L,
    }
    return {line: 3 * count for line, count in lines.items()}
