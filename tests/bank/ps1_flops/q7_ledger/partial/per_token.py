"""Every line for one token: a factor too few, which costs half of its lines.

points: 3
finding: factor-missing(seq_len)
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": 1,
        "dw2": 2 * h,
        "dH": h,
        "relu": 0,
        "dW1": 2 * h * o,
        "dVt": 2 * o * h,
        "dV": 2 * o * L,
        "dA": 2 * L * o,
        "softmax": 4 * L,
        "scale": L,
        "dQ": 2 * a * L,
        "dK": 2 * a * L,
        "dWq": 2 * a * i,
        "dWk": 2 * a * i,
        "dWv": 2 * o * i,
    }
